import { expect, onTestFinished, test } from 'vitest'
import { startPortal, until } from '../testing/portal.ts'
import { CUSTOMER } from '../testing/samples.ts'

test('a broken stream has the server probed at once', async () => {
  const portal = await startPortal()
  const { startSession } = await import('../session.ts')
  const { isOnline } = await import('../pwa/connectivity.ts')
  const { startLiveUpdates } = await import('./live-updates.ts')
  startSession(CUSTOMER)
  onTestFinished(startLiveUpdates())
  const stream = await portal.next('GET /api/events')
  stream.begin(200, ': opened\n\n')
  expect([isOnline(), portal.health.checks]).toEqual([true, 0])
  portal.health.isUp = false
  stream.drop()
  await until(() => !isOnline())
  expect(portal.health.checks).toBe(1)
})
