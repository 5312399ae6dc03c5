import { expect, test, vi } from 'vitest'
import { startServer, until } from '../testing/scripted-server.ts'

/** Reports an error of code that could not be loaded, as the build's code does. */
const miss = (payload = new Error()) => dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))

test('missing code reloads the page, unless something unsaved is on the screen', async () => {
  const server = await startServer()
  sessionStorage.clear()
  // jsdom cannot reload; a value that is stored just before shows that the page was about to.
  const isReloaded = () => sessionStorage.getItem('reloaded') !== null
  const { reloadOnStaleCode } = await import('./stale-code-reload.ts')
  reloadOnStaleCode()

  let prevented = 0
  const unsaved = (event: Event) => {
    prevented++
    event.preventDefault()
  }
  addEventListener('beforeunload', unsaved)
  miss()
  await until(() => prevented > 0)
  expect(isReloaded()).toBe(false)
  removeEventListener('beforeunload', unsaved)
  miss()
  await until(isReloaded)
  expect([prevented, server.health.checks]).toEqual([1, 2])
})

test('without room in the storage of the tab, missing code reloads the page unless it was just loaded', async () => {
  const server = await startServer()
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const reload = vi.fn()
  vi.stubGlobal('location', { href: location.href, reload })
  const { reloadOnStaleCode } = await import('./stale-code-reload.ts')
  reloadOnStaleCode()
  const loadedFor = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  miss()
  await until(() => refused.mock.calls.length === 1)
  expect(reload).not.toHaveBeenCalled()
  loadedFor.mockReturnValue(61_000)
  miss()
  await until(() => reload.mock.calls.length === 1)
  expect(server.health.checks).toBe(2)
})

test('code that is not loaded because the user leaves the page does not reload it', async () => {
  const server = await startServer()
  sessionStorage.clear()
  const { reloadOnStaleCode } = await import('./stale-code-reload.ts')
  reloadOnStaleCode()
  const leaving = document.createEvent('BeforeUnloadEvent')
  leaving.initEvent('beforeunload', false, true)
  dispatchEvent(leaving)
  miss()
  // The page has stayed, as for a download.
  vi.setSystemTime(Date.now() + 61_000)
  miss()
  await until(() => sessionStorage.getItem('reloaded') !== null)
  expect(server.health.checks).toBe(1)
})

test('a screen whose code was missing while the server was unreachable reloads the page when it is opened again', async () => {
  const server = await startServer()
  sessionStorage.clear()
  const isReloaded = () => sessionStorage.getItem('reloaded') !== null
  const { isOnline } = await import('./connectivity.ts')
  const { reloadForMissingCode, reloadOnStaleCode } = await import('./stale-code-reload.ts')
  reloadOnStaleCode()
  const error = new Error()
  server.health.isUp = false
  miss(error)
  await until(() => !isOnline())
  server.health.isUp = true
  reloadForMissingCode(new Error('of the screen itself'))
  reloadForMissingCode(error)
  await until(isReloaded)
  expect(server.health.checks).toBe(2)
})
