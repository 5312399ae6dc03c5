import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteExpired, startPortal } from '../portal.ts'
import { readSettings } from '../settings.ts'
import { urlOf } from '../testing/databases.ts'
import { LOOPBACK, pushBrowser, startPushService } from '../testing/push-service.ts'
import { makeWorld } from '../testing/world.ts'

test('a portal with WEB_PUSH=off, as a restored copy, sends no pushes', async () => {
  const world = await makeWorld()
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const dataDir = await mkdtemp(join(tmpdir(), 'toptan-push-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await world.post('/notifications/push', await world.admin(), pushBrowser(service, '/admin').subscription)
  await world.post('/orders', await world.customer(), { items: [{ product_id: await world.product(), quantity: 1 }] })
  const start = (WEB_PUSH: string) => {
    const environment = {
      DATABASE_URL: urlOf(world.database),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      WEB_PUSH,
    }
    return startPortal(readSettings(environment), { clock: world.now, pushNetwork: LOOPBACK })
  }
  const queued = () => world.db.selectFrom('pushes').selectAll().execute()
  await (await start('off')).stop()
  expect([service.received.length, (await queued()).length]).toEqual([0, 1])
  const { stop } = await start('on')
  onTestFinished(stop)
  await expect.poll(queued, { timeout: 20_000 }).toEqual([])
  expect(service.received).toHaveLength(1)
})

test('a portal with WEB_PUSH=off offers no pushes, and stores none for longer than a day', async () => {
  const world = await makeWorld({ sendsPushes: false })
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const customer = await world.customer()
  const devices = async () => (await world.get('/notifications/push', customer)).json()
  expect(await devices()).toEqual({ public_key: null, devices: [] })
  // A browser that subscribed while pushes were sent.
  const { subscription } = pushBrowser(service, '/phone')
  expect((await world.post('/notifications/push', customer, subscription)).status).toBe(200)
  const items = [{ product_id: await world.product(), quantity: 1 }]
  const { id } = (await world.post('/orders', customer, { items })).json()
  await world.put(`/admin/orders/${id}/status`, await world.admin(), { status: 'hazirlaniyor' })
  const queued = () => world.db.selectFrom('pushes').selectAll().execute()
  const log = { error: (error: unknown) => expect.unreachable(String(error)) }
  world.pass(24 * 60 * 60_000 - 1)
  await deleteExpired(world.db, world.now(), log)
  expect(await queued()).toHaveLength(1)
  world.pass(1)
  await deleteExpired(world.db, world.now(), log)
  expect(await queued()).toEqual([])
})
