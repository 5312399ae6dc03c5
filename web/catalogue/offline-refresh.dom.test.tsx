import { expect, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { startServer, TIMERS, until } from '../testing/scripted-server.ts'

test('the stored catalogue of an open list is renewed once it is ten minutes old', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  // The browser is busy while the page loads, and then idle.
  let busy = 1000
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    if (busy) setTimeout(callback, busy)
    else callback()
    busy = 0
  })
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { readStored } = await import('../pwa/database.ts')
  const { useOfflineRefresh } = await import('../pwa/offline-list.ts')
  const { refreshOfflineCatalogue } = await import('./offline-catalogue.ts')
  startSession(CUSTOMER)
  let fetched = 0
  server.respond('GET /api/products', ({ reply }) => {
    fetched++
    reply(200, [])
  })
  function List() {
    useOfflineRefresh(true, refreshOfflineCatalogue)
    return null
  }
  const stored = () => readStored('catalogue', 'products')
  await openScreen(<List />)
  await vi.advanceTimersByTimeAsync(1000)
  await until(async () => (await stored()) !== undefined)
  await vi.advanceTimersByTimeAsync(59_000)
  for (let minute = 2; minute <= 11; minute++) {
    // The next check is planned once the last one has ended; the database works in real time.
    await until(() => vi.getTimerCount() > 0)
    for (let read = 0; read < 5; read++) await stored()
    expect(fetched).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  await expect.poll(() => fetched).toBe(2)
})

test('a catalogue that cannot be fetched is requested again after ten minutes only', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { useOfflineRefresh } = await import('../pwa/offline-list.ts')
  const { refreshOfflineCatalogue } = await import('./offline-catalogue.ts')
  startSession(CUSTOMER)
  let requested = 0
  server.respond('GET /api/products', ({ drop }) => {
    requested++
    drop()
  })
  function List() {
    useOfflineRefresh(true, refreshOfflineCatalogue)
    return null
  }
  await openScreen(<List />)
  await until(() => requested === 1 && vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  await until(() => vi.getTimerCount() > 0)
  expect(requested).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => requested).toBe(2)
})
