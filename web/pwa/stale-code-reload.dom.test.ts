import { expect, test, vi } from 'vitest'
import { startPortal, until } from '../testing/portal.ts'

test('missing code reloads the page, unless something unsaved is on the screen', async () => {
  const portal = await startPortal()
  sessionStorage.clear()
  // jsdom cannot reload; a value that is stored just before shows that the page was about to.
  const isReloaded = () => sessionStorage.getItem('reloaded-for-code') !== null
  const { reloadOnStaleCode } = await import('./stale-code-reload.ts')
  reloadOnStaleCode()
  const miss = () => dispatchEvent(new Event('vite:preloadError'))

  let asked = 0
  const unsaved = (event: Event) => {
    asked++
    event.preventDefault()
  }
  addEventListener('beforeunload', unsaved)
  miss()
  await until(() => asked > 0)
  expect(isReloaded()).toBe(false)
  removeEventListener('beforeunload', unsaved)
  miss()
  await until(isReloaded)
  expect([asked, portal.health.checks]).toEqual([1, 2])
})

test('code that is not loaded because the user leaves the page does not reload it', async () => {
  const portal = await startPortal()
  sessionStorage.clear()
  const { reloadOnStaleCode } = await import('./stale-code-reload.ts')
  reloadOnStaleCode()
  const miss = () => dispatchEvent(new Event('vite:preloadError'))
  const leaving = document.createEvent('BeforeUnloadEvent')
  leaving.initEvent('beforeunload', false, true)
  dispatchEvent(leaving)
  miss()
  // The page has stayed, as for a download.
  vi.setSystemTime(Date.now() + 61_000)
  miss()
  await until(() => sessionStorage.getItem('reloaded-for-code') !== null)
  expect(portal.health.checks).toBe(1)
})
