import { onlineManager, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'

let server: TestServer
let connectivity: Awaited<ReturnType<typeof openTab>>
const openTab = () => import('./connectivity.ts')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  server = await startServer()
  connectivity = await openTab()
})

/** Connects or disconnects the device, as the browser reports it. */
function setNetwork(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  dispatchEvent(new Event(isThere ? 'online' : 'offline'))
}

/** Counts failed probes: each sets a time limit of five seconds, and then a timer of five seconds for the next one. */
function countFailedProbes() {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  return () => timers.mock.calls.filter(([, milliseconds]) => milliseconds === 5_000).length / 2
}

test('the server counts as reachable until a probe fails, and is probed every five seconds from then on', async () => {
  const changed = vi.fn()
  const stop = connectivity.onConnectionChange(changed)
  const probes = countFailedProbes()
  expect(connectivity.isOnline()).toBe(true)
  server.health.isUp = false
  await connectivity.probeConnection()
  expect([connectivity.isOnline(), changed.mock.calls.length]).toEqual([false, 1])
  for (const checks of [2, 3]) {
    await vi.advanceTimersByTimeAsync(4_999)
    expect(server.health.checks).toBe(checks - 1)
    await vi.advanceTimersByTimeAsync(1)
    await until(() => probes() === checks)
  }
  server.health.isUp = true
  await vi.advanceTimersByTimeAsync(5_000)
  await until(connectivity.isOnline)
  expect(changed).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.health.checks).toBe(4)
  stop()
})

test('concurrent probes are one request', async () => {
  await Promise.all([connectivity.probeConnection(), connectivity.probeConnection()])
  expect(server.health.checks).toBe(1)
})

test('a probe without a response within five seconds has failed', async () => {
  server.health.isSilent = true
  const probing = connectivity.probeConnection()
  await until(() => server.health.checks === 1)
  await vi.advanceTimersByTimeAsync(5_000)
  await probing
  expect(connectivity.isOnline()).toBe(false)
})

test('on a connection on which every reply takes six seconds, the second probe succeeds, and the next ones', async () => {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (url, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve(fetch(url)), 6_000)
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(new DOMException('', 'AbortError'))
        })
      }),
  )
  const first = connectivity.probeConnection()
  await vi.advanceTimersByTimeAsync(5_000)
  await first
  expect(connectivity.isOnline()).toBe(false)
  for (const checks of [1, 2]) {
    const next = connectivity.probeConnection()
    await vi.advanceTimersByTimeAsync(6_000)
    await next
    expect([connectivity.isOnline(), server.health.checks]).toEqual([true, checks])
  }
})

test('a page that something else in the network serves with status 200 is no reply of the server', async () => {
  server.health.isForeign = true
  await connectivity.probeConnection()
  expect([connectivity.isOnline(), server.health.checks]).toEqual([false, 1])
  server.health.isForeign = false
  await connectivity.probeConnection()
  expect(connectivity.isOnline()).toBe(true)
})

test('nothing is requested without a network, and the server is probed when the network is back', async () => {
  const changed = vi.fn()
  connectivity.onConnectionChange(changed)
  setNetwork(false)
  expect([connectivity.isOnline(), changed.mock.calls.length]).toEqual([false, 1])
  await connectivity.probeConnection()
  expect(server.health.checks).toBe(0)
  setNetwork(true)
  await until(connectivity.isOnline)
  expect(server.health.checks).toBe(1)
})

test('an unreachable server is probed as soon as the page is visible again', async () => {
  server.health.isUp = false
  await connectivity.probeConnection()
  server.health.isUp = true
  document.dispatchEvent(new Event('visibilitychange'))
  await until(connectivity.isOnline)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(server.health.checks).toBe(2)
})

test('a query that fails on the network or takes long causes a probe; any other error does not', async () => {
  const { ApiError } = await import('../api.ts')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  connectivity.trackConnection(client)
  const fail = (error: Error) =>
    client.fetchQuery({ queryKey: [error.message], queryFn: () => Promise.reject(error) }).catch(() => undefined)
  await fail(new ApiError(409, 'insufficient_stock', 'refused'))
  await fail(new ApiError(500, 'unexpected', 'failed'))
  expect(server.health.checks).toBe(0)
  await fail(new ApiError(0, 'offline', 'lost'))
  await until(() => server.health.checks === 1)
  await connectivity.probeConnection()

  const before = server.health.checks
  let respond: (reply: string) => void = () => undefined
  const slow = client.fetchQuery({
    queryKey: ['slow'],
    queryFn: () => new Promise<string>(resolve => (respond = resolve)),
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(server.health.checks).toBe(before)
  await vi.advanceTimersByTimeAsync(1)
  await until(() => server.health.checks === before + 1)
  respond('late')
  expect(await slow).toBe('late')
})

test('the query client follows whether the server can be reached', async () => {
  connectivity.trackConnection(new QueryClient())
  const stop = onlineManager.subscribe(() => undefined)
  server.health.isUp = false
  await connectivity.probeConnection()
  expect(onlineManager.isOnline()).toBe(false)
  server.health.isUp = true
  await connectivity.probeConnection()
  expect(onlineManager.isOnline()).toBe(true)
  stop()
})
