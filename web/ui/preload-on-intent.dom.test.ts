import { beforeEach, expect, test, vi } from 'vitest'

// Each test imports its own copy of the module, and so has its own listeners.
beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML =
    '<a href="/orders?page=2"><span>Siparişler</span></a><a href="https://example.com/orders">x</a>'
})

const span = () => document.querySelector('span')
const sign = (type: string, target: Element | null) => target?.dispatchEvent(new Event(type, { bubbles: true }))

test.each(['pointerover', 'focusin', 'touchstart'])('a link’s code is loaded once on %s', async type => {
  const { loadLinksAhead } = await import('./preload-on-intent.ts')
  const load = vi.fn(async () => undefined)
  loadLinksAhead(({ pathname, searchParams }) =>
    pathname === '/orders' && searchParams.get('page') === '2' ? load : undefined,
  )
  expect(load).not.toHaveBeenCalled()
  sign(type, span())
  sign(type, span())
  expect(load).toHaveBeenCalledTimes(1)
})

test('links to other sites load nothing', async () => {
  const { loadLinksAhead } = await import('./preload-on-intent.ts')
  const find = vi.fn()
  loadLinksAhead(find)
  sign('pointerover', document.querySelector('a[href^="https"]'))
  sign('pointerover', document.body)
  expect(find).not.toHaveBeenCalled()
})

test('code that fails to load ahead does not cause a reload of the page', async () => {
  const { isLoadingAhead, loadAhead } = await import('./preload-on-intent.ts')
  let fail = (_: Error) => {}
  loadAhead(() => new Promise((_, reject) => (fail = reject)))
  expect(isLoadingAhead()).toBe(true)
  fail(new Error('gone'))
  await expect.poll(isLoadingAhead).toBe(false)
})
