import { expect, onTestFinished, test, vi } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { startServer, TIMERS, until } from '../testing/scripted-server.ts'

test('the server is probed immediately when the stream breaks', async () => {
  const server = await startServer()
  const { startSession } = await import('../session.ts')
  const { isOnline } = await import('../pwa/connectivity.ts')
  const { startLiveUpdates } = await import('./live-updates.ts')
  startSession(CUSTOMER)
  onTestFinished(startLiveUpdates())
  const stream = await server.next('GET /api/events')
  stream.begin(200, ': opened\n\n')
  expect([isOnline(), server.health.checks]).toEqual([true, 0])
  server.health.isUp = false
  stream.drop()
  await until(() => !isOnline())
  expect(server.health.checks).toBe(1)
})

test('while there is no stream, notifications are refetched once a minute', async () => {
  const server = await startServer()
  server.respond('GET /api/events', exchange => exchange.drop())
  const { startSession } = await import('../session.ts')
  const { queryClient } = await import('../queries.ts')
  const { startLiveUpdates } = await import('./live-updates.ts')
  startSession(CUSTOMER)
  const refetched = vi.spyOn(queryClient, 'invalidateQueries')
  vi.useFakeTimers({ toFake: [...TIMERS] })
  onTestFinished(startLiveUpdates())
  await vi.advanceTimersByTimeAsync(59_000)
  expect(refetched).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refetched).toHaveBeenCalledOnce()
})
