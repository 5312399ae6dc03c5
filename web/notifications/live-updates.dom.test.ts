import { expect, onTestFinished, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { startServer, TIMERS, until } from '../testing/scripted-server.ts'

test('the server is probed immediately when the stream breaks', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { isOnline } = await import('../pwa/connectivity.ts')
  const { startLiveUpdates } = await import('./live-updates.ts')
  startSession(CUSTOMER)
  startLiveUpdates(untilFinished())
  const stream = await server.next('GET /api/events')
  stream.begin(200, ': opened\n\n', 'text/event-stream')
  expect([isOnline(), server.health.checks]).toEqual([true, 0])
  server.health.isUp = false
  stream.drop()
  await until(() => !isOnline())
  expect(server.health.checks).toBe(1)
})

test('while there is no stream, notifications are refetched once a minute', async () => {
  const server = await startServer()
  server.respond('GET /api/events', exchange => exchange.drop())
  const { startSession } = await import('../current-session.ts')
  const { startLiveUpdates } = await import('./live-updates.ts')
  startSession(CUSTOMER)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const refetched = await refetchesOfNotifications()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  startLiveUpdates(untilFinished())
  await vi.advanceTimersByTimeAsync(59_000)
  expect(refetched).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refetched).toHaveBeenCalledOnce()
})

/** A signal that is aborted at the end of the test. */
function untilFinished(): AbortSignal {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  return ending.signal
}

/** The refetches of a query of the notifications. */
async function refetchesOfNotifications() {
  const { queryClient } = await import('../queries.ts')
  const { listNotifications } = await import('#contract/notifications.ts')
  queryClient.getQueryCache().build(queryClient, { queryKey: ['notifications'], meta: { call: listNotifications } })
  return vi.spyOn(queryClient, 'invalidateQueries')
}

/** Follows events, with a delay of `spread` (0 to 1) before a change is fetched. */
async function follow(spread: number) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  const { invalidate, queryClient } = await import('../queries.ts')
  const { startLiveUpdates } = await import('./live-updates.ts')
  startSession(CUSTOMER)
  const random = vi.spyOn(Math, 'random').mockReturnValue(spread)
  const refetched = await refetchesOfNotifications()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  startLiveUpdates(untilFinished())
  const stream = await server.next('GET /api/events')
  const announceChange = async () => {
    stream.begin(200, ': opened\n\nevent: notifications\n\n', 'text/event-stream')
    await until(() => random.mock.calls.length > 0)
  }
  return { invalidate, queryClient, refetched, announceChange }
}

test.each([
  [900, false],
  [1_100, true],
])('if the first stream opens after %s ms, changes may have been missed: %s', async (latency, isOutdated) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const { queryClient, announceChange } = await follow(0)
  const { listOrders } = await import('#contract/orders.ts')
  const orders = queryClient.getQueryCache().build(queryClient, { queryKey: ['orders'], meta: { call: listOrders } })
  clock.mockReturnValue(5_000 + latency)
  await announceChange()
  await vi.advanceTimersByTimeAsync(100)
  expect(orders.state.isInvalidated).toBe(isOutdated)
})

test('a change is fetched after a random delay, so that not all tabs request at once', async () => {
  const { refetched, announceChange } = await follow(0.5)
  await announceChange()
  await vi.advanceTimersByTimeAsync(599)
  expect(refetched).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(refetched).toHaveBeenCalledOnce()
})

test('the refetch after the user’s own change is not repeated immediately when the server announces that change', async () => {
  const { invalidate, refetched, announceChange } = await follow(0)
  await invalidate(['notifications'])
  await announceChange()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(refetched).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(refetched).toHaveBeenCalledTimes(2)
})

test('updates that end while the window is hidden open no stream any more', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { startLiveUpdates } = await import('./live-updates.ts')
  const { request } = await import('../api.ts')
  const { countUnread } = await import('#contract/notifications.ts')
  server.respond('GET /api/notifications/unread', ({ reply }) => reply(200, { count: 0 }))
  const leaving = new AbortController()
  startLiveUpdates(leaving.signal)
  leaving.abort()
  // A request for a stream would arrive before the second one.
  await request(countUnread, {})
  await request(countUnread, {})
  expect(server.untaken()).toEqual([])
})
