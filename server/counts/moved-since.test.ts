import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { correct, countProduct, finalize, startCount } from '../testing/counting.ts'
import { makeWorld } from '../testing/world.ts'

const L1 = { code: 'L1', expires_on: '2026-06-01', expiry_kind: 'skt' }
const L9 = { code: 'L9', expires_on: '2026-09-01', expiry_kind: 'skt' }

/** An open count and a product with tracked lots, of which 50 of L1 are on hand. */
async function makeCount() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const receive = async (quantity: number, lot?: object) =>
    void requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity, lot }))
  /** An order that leaves the warehouse. */
  const sell = async (quantity: number) => {
    const order = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json()
    for (const status of ['hazirlaniyor', 'tamamlandi'])
      requireSuccess(await world.put(`/admin/orders/${order.id}/status`, admin, { status }))
  }
  await receive(50, L1)
  const { id } = await startCount(world, admin)
  const count = async (counted_quantity: number, lot?: object) =>
    void requireSuccess(await countProduct(world, admin, id, { product_id, counted_quantity, lot }))
  const difference = async () => (await world.get(`/admin/stock/counts/${id}/differences`, admin)).json().products[0]
  return { world, admin, product_id, id, receive, sell, count, difference }
}

test('the differences name what has arrived and left since a product was counted, also by lot', async () => {
  const { world, admin, id, receive, sell, count, difference } = await makeCount()
  await count(40, L1)
  expect(await difference()).not.toHaveProperty('moved')
  await receive(100, L9)
  await sell(10)
  expect(await difference()).toMatchObject({
    counted_quantity: 40,
    stock_quantity: 140,
    moved: { arrived: 100, left: 10 },
    lots: [
      { code: 'L1', counted_quantity: 40, on_hand: 40, moved: { arrived: 0, left: 10 } },
      { code: 'L9', counted_quantity: 0, on_hand: 100, moved: { arrived: 100, left: 0 } },
    ],
  })
  // A further entry may be of another shelf than the goods that have moved.
  await count(100, L9)
  expect(await difference()).toMatchObject({ moved: { arrived: 100, left: 10 } })
  requireSuccess(await finalize(world, admin, id))
  const done = await difference()
  expect([done.moved, done.lots.map((lot: object) => 'moved' in lot)]).toEqual([undefined, [false, false]])
})

test('a reservation is no movement, and neither are goods that arrived and have left again', async () => {
  const { world, product_id, receive, sell, count, difference } = await makeCount()
  const customer = await world.customer()
  await count(50)
  requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] }))
  await receive(3, L1)
  await sell(3)
  expect(await difference()).not.toHaveProperty('moved')
})

test('a correction does not say that moved goods were counted; a product that is counted anew has none', async () => {
  const { world, admin, product_id, id, receive, count, difference } = await makeCount()
  const change = async (body: object) => void requireSuccess(await correct(world, admin, id, { product_id, ...body }))
  await count(500)
  await receive(7, L1)
  await change({ notes: 'Arka raf' })
  await change({ counted_quantity: 50 })
  expect(await difference()).toMatchObject({ counted_quantity: 50, moved: { arrived: 7, left: 0 } })
  await change({ counted_quantity: null })
  await count(57)
  expect(await difference()).not.toHaveProperty('moved')
})
