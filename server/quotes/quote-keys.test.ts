import { expect, test } from 'vitest'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { makeWorld } from '../testing/world.ts'

const WISH = { items: [{ product_name: 'Tulum peyniri', unit: 'KG', quantity: 1, price: 300 }] }
const DAY = 24 * 60 * 60 * 1000

test('a quote request is sent once however late it is repeated, and found by its key', async () => {
  const world = await makeWorld()
  const [marketer, other] = [await world.marketer(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const send = () =>
    world.post('/marketer/custom-orders', marketer, { ...WISH, customer_id: customer.id }, { 'idempotency-key': 'k' })
  const found = async (as = marketer, key = 'k') => {
    const reply = await world.get(`/marketer/custom-orders/by-key/${key}`, as)
    return reply.status === 200 ? reply.json().id : reply.json().code
  }
  expect(await found()).toBe('quote_not_found')
  const { id } = (await send()).json()
  for (const _ of ['while the first reply is stored', 'and after']) {
    expect([(await send()).json().id, await found()]).toEqual([id, id])
    world.pass(DAY)
    await deleteExpiredKeys(world.db, world.now())
  }
  expect(await world.db.selectFrom('custom_orders').select('id').execute()).toEqual([{ id }])
  expect(await found(other)).toBe('quote_not_found')
  await world.put(`/admin/customers/${customer.id}`, await world.admin(), { assigned_marketer_id: other.id })
  expect([await found(), (await send()).json().code]).toEqual(['quote_not_visible', 'quote_not_visible'])
})

test('no quote is found by the key of an order or a revision', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const items = [{ product_id: await world.product(), quantity: 1 }]
  await world.post('/orders', customer, { items }, { 'idempotency-key': 'order' })
  await world.post('/custom-orders', customer, WISH, { 'idempotency-key': 'quote' })
  const status = async (key: string) => (await world.get(`/custom-orders/by-key/${key}`, customer)).status
  expect([await status('order'), await status('quote')]).toEqual([404, 200])
})

test('an answer that is sent again, as after a lost reply, notifies once and can be accepted as it was seen', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const items = [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 2, price: 5 }]
  const { id } = (await world.post('/custom-orders', customer, { items })).json()
  const product_id = await world.product({ on_hand: 10 })
  const answer = (price: number) => {
    const offered = [{ product_id, quantity: 2, price, request_item: 0 }]
    return world.put(`/admin/custom-orders/${id}/answer`, admin, {
      items: offered,
      notes: '',
      valid_until: '2026-03-12',
    })
  }
  const notified = async () => [
    (await world.mails()).length,
    (await world.get('/notifications', customer))
      .json()
      .filter(({ kind }: { kind: string }) => kind === 'quote_answered').length,
  ]
  await world.mails()
  const first = (await answer(4)).json()
  expect(await notified()).toEqual([1, 1])
  world.pass(1000)
  expect((await answer(4)).json()).toEqual(first)
  expect(await notified()).toEqual([0, 1])
  world.pass(1000)
  const { answered_at } = (await answer(3)).json().answer
  expect(answered_at).not.toBe(first.answer.answered_at)
  expect(await notified()).toEqual([1, 2])
  expect((await world.post(`/custom-orders/${id}/accept`, customer, { answered_at })).status).toBe(200)
})
