import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { makeWorld, type World } from '../testing/world.ts'

/** A customer whose open orders may be worth 1,000 lira; one piece costs 110 with VAT. */
async function shop(overrides: Parameters<typeof makeWorld>[0] = { maxOpenValue: kurus(100_000) }) {
  const world = await makeWorld(overrides)
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ price: kurus(10_000), vat_rate: 10, on_hand: 100 })
  const place = (quantity: number) => world.post('/orders', customer, { items: [{ product_id, quantity }] })
  return { world, admin, marketer, customer, product_id, place }
}

const result = ({ status, json }: Awaited<ReturnType<World['request']>>) => [status, json().code ?? 'done']
const EXCEEDED = [409, 'open_value_exceeded']
const DONE = [201, 'done']

test('by default a customer may have any value of open orders', async () => {
  const { place } = await shop({})
  expect(result(await place(100))).toEqual(DONE)
})

test('an order that would make the open value exceed the limit is refused, and its goods are not reserved', async () => {
  const { world, admin, marketer, customer, product_id, place } = await shop()
  const { id } = (await place(5)).json()
  const refused = await place(5)
  expect([refused.status, refused.json()]).toEqual([
    409,
    {
      code: 'open_value_exceeded',
      detail:
        'Açık siparişlerin toplamı en fazla ₺1.000,00 olabilir; bekleyen ve hazırlanan siparişlerin toplamı şu anda ₺550,00',
    },
  ])
  const byMarketer = { customer_id: customer.id, items: [{ product_id, quantity: 5 }] }
  expect(result(await world.post('/marketer/orders/create-for-customer', marketer, byMarketer))).toEqual(EXCEEDED)
  expect(await world.figures(product_id)).toEqual({ on_hand: 100, reserved: 5 })
  expect(result(await place(4))).toEqual(DONE)
  // Completed and cancelled orders are no longer open.
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' })
  expect(result(await place(5))).toEqual(DONE)
})

test('a revision that raises the value is refused beyond the limit, one that lowers it never', async () => {
  const { world, marketer, product_id, place } = await shop()
  const { id } = (await place(9)).json()
  const revise = (quantity: number, price = 100) =>
    world.put(`/marketer/orders/${id}`, marketer, { items: [{ product_id, quantity, price }] })
  expect(result(await revise(10))).toEqual(EXCEEDED)
  expect((await revise(9, 101)).status).toBe(200)
  expect((await revise(1)).status).toBe(200)
})

test('the order of an accepted quote also counts', async () => {
  const { world, admin, customer, product_id } = await shop()
  const wanted = { items: [{ product_name: 'Bal', unit: 'KG', quantity: 1, price: 1 }] }
  const { id } = (await world.post('/custom-orders', customer, wanted)).json()
  const answer = { items: [{ product_id, quantity: 1, price: 910 }], valid_until: '2026-03-12' }
  await world.put(`/admin/custom-orders/${id}/answer`, admin, answer)
  expect(result(await world.post(`/custom-orders/${id}/accept`, customer, {}))).toEqual(EXCEEDED)
})

test('concurrent orders of one customer do not jointly exceed the limit', async () => {
  const { world, customer, place } = await shop()
  const other = await world.product({ price: kurus(10_000), vat_rate: 10, on_hand: 100 })
  const placeOther = () => world.post('/orders', customer, { items: [{ product_id: other, quantity: 2 }] })
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? place(2) : placeOther())))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(4)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(8)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('concurrent orders do not jointly exceed the limit if one has its customer’s id in capitals', async () => {
  const { world, marketer, customer } = await shop()
  const ids = await world.products(
    Array.from({ length: 12 }, () => ({ price: kurus(10_000), vat_rate: 10, on_hand: 2 })),
  )
  const place = (product_id: string, at: number) => {
    const customer_id = at % 2 ? customer.id : customer.id.toUpperCase()
    const order = { customer_id, items: [{ product_id, quantity: 2 }] }
    return world.post('/marketer/orders/create-for-customer', marketer, order)
  }
  const replies = await Promise.all(ids.map(place))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(4)
})
