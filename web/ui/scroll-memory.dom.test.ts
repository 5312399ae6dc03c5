import { expect, test, vi } from 'vitest'
import { stubResizeObserver } from '../testing/screen.ts'

test('a page from the browser’s back/forward cache is shown where the user left it', async () => {
  stubResizeObserver()
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await import('./scroll-memory.ts')
  vi.stubGlobal('scrollY', 2000)
  dispatchEvent(new Event('pagehide'))
  vi.stubGlobal('scrollY', 0)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(scrollTo).not.toHaveBeenCalled()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 2000 }))
})
