import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { blockExpired } from './expiry-blocks.ts'
import { sendExpiryNotices } from './expiry-notices.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

const HOUR = 60 * 60_000

async function makeLots(...expiries: string[]) {
  const world = await makeWorld()
  const admins = [await world.admin('Ayşe'), await world.admin('Ali')] as const
  const [product_id = ''] = await world.products([{ lot_tracking: 'asked', price: kurus(200) }])
  const receive = async (expires_on: string) => {
    const lot = { code: expires_on, expires_on }
    requireSuccess(await world.post('/admin/stock/receipts', admins[0], { product_id, quantity: 3, lot }))
  }
  for (const day of expiries) await receive(day)
  const send = () => sendExpiryNotices(world.db, world.now())
  const received = ({ id }: TestUser) =>
    world.db
      .selectFrom('notifications')
      .select(['title', 'body', 'link'])
      .where('account_id', '=', id)
      .where('kind', '=', 'lot_expiry')
      .where('in_bell', '=', true)
      .orderBy('created_at', 'desc')
      .execute()
  return { world, admins, receive, send, received }
}

test('every admin gets one notification of the lots that expire within a week and of those that have', async () => {
  const { world, admins, send, received } = await makeLots('2026-03-09', '2026-03-10', '2026-03-17', '2026-03-18')
  // Several processes, one of which restarts after a crash.
  await Promise.all([send(), send(), send()])
  await send()
  for (const admin of admins)
    expect(await received(admin)).toMatchObject([
      {
        title: '2 partinin tarihi 7 gün içinde doluyor, 1 partinin tarihi geçti',
        body: 'Son tüketim tarihi geçen 1 parti satışa kapatıldı. Eldeki malın bugünkü fiyatlarla değeri ₺18,00. Hangileri olduğunu görmek için dokunun.',
        link: '/admin/dashboard?tab=inventory&view=lots&warehouse=all&days=7',
      },
    ])
  // The next morning they get another one.
  world.pass(19 * HOUR)
  await send()
  expect(await received(admins[0])).toHaveLength(1)
  world.pass(2 * HOUR)
  await blockExpired({ db: world.db, log: { error: () => undefined } }, world.now())
  await send()
  expect((await received(admins[0]))[0]?.body).toMatch(/^Son tüketim tarihi geçen 2 parti satışa kapatıldı\. /)
  expect((await received(admins[0])).map(({ title }) => title)).toEqual([
    '2 partinin tarihi 7 gün içinde doluyor, 2 partinin tarihi geçti',
    '2 partinin tarihi 7 gün içinde doluyor, 1 partinin tarihi geçti',
  ])
})

test('no notification is sent in the afternoon, of lots with nothing on hand, or to an admin who has turned it off', async () => {
  const { world, admins, receive, send, received } = await makeLots('2026-05-01')
  await send()
  expect(await received(admins[0])).toEqual([])
  await receive('2026-03-12')
  world.pass(2 * HOUR)
  await send()
  expect(await received(admins[0])).toEqual([])
  await world.put('/notifications/preferences', admins[1], { topic: 'lot_expiry', bell: false })
  world.pass(20 * HOUR)
  await send()
  expect(await received(admins[0])).toHaveLength(1)
  expect(await received(admins[1])).toEqual([])
  const today = await world.admin('Veli')
  const [lot] = (await world.get('/admin/lots', today)).json()
  requireSuccess(await world.post(`/admin/lots/${lot.id}/write-off`, today, { quantity: 3, reason: 'Tarihi geçti' }))
  world.pass(24 * HOUR)
  await send()
  expect(await received(admins[0])).toHaveLength(1)
})
