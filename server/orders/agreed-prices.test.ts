import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { makeWorld } from '../testing/world.ts'

const ORDER = '/marketer/orders/create-for-customer'

async function shop() {
  const world = await makeWorld()
  await world.admin()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const cheese = await world.product({ price: kurus(10_000), vat_rate: 10 })
  const olives = await world.product({ price: kurus(25_000), vat_rate: 10 })
  await world.mails()
  return { world, marketer, customer, cheese, olives }
}

test('a marketer orders at agreed prices: one order and one mail, without a revision', async () => {
  const { world, marketer, customer, cheese, olives } = await shop()
  const items = [
    { product_id: cheese, quantity: 2, price: 90, vat_rate: 10, agreed_price: 90 },
    { product_id: olives, quantity: 1, price: 250, vat_rate: 10 },
  ]
  const placed = await world.post(ORDER, marketer, { customer_id: customer.id, items, expected_total: 473 })
  expect(placed.json()).toMatchObject({
    items: [
      { product_id: cheese, price: 90, total_price: 180 },
      { product_id: olives, price: 250 },
    ],
    grand_total: 473,
    revision_count: 0,
  })
  expect(await world.mails()).toHaveLength(1)
})

test('an agreed price stays when the list price changes, and may be 0', async () => {
  const { world, marketer, customer, cheese } = await shop()
  await world.db
    .updateTable('products')
    .set({ price: kurus(12_000) })
    .where('id', '=', cheese)
    .execute()
  const order = (agreed_price: number, expected_total: number) => {
    const items = [{ product_id: cheese, quantity: 1, price: agreed_price, agreed_price }]
    return world.post(ORDER, marketer, { customer_id: customer.id, items, expected_total })
  }
  expect((await order(90, 99)).json()).toMatchObject({ subtotal: 90 })
  expect((await order(0, 0)).json()).toMatchObject({ subtotal: 0 })
})

test('an order with two prices for a product is refused, and agreed prices in a customer’s own order are ignored', async () => {
  const { world, marketer, customer, cheese } = await shop()
  const twice = [
    { product_id: cheese, quantity: 1, agreed_price: 90 },
    { product_id: cheese, quantity: 1 },
  ]
  const refused = await world.post(ORDER, marketer, { customer_id: customer.id, items: twice })
  expect([refused.status, refused.json().detail]).toEqual([400, 'Aynı ürün iki farklı fiyatla yazılamaz'])
  const own = await world.post('/orders', customer, { items: twice.slice(0, 1) })
  expect(own.json()).toMatchObject({ subtotal: 100 })
})
