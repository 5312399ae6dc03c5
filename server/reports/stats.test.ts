import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const WEEK = 7 * 24 * 60 * 60 * 1000

const order = async (world: World, customer: TestUser, product_id: string, quantity: number): Promise<string> =>
  (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json().id

const loggedInAgain = async (world: World, admin: TestUser): Promise<TestUser> => {
  const { token } = (await world.post('/admin/login', undefined, admin)).json()
  return { ...admin, token }
}

test('the largest possible orders are summed correctly', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const gold = { price: kurus(90_000_000), vat_rate: 10, on_hand: 0, expected_stock_date: '2026-05-01' }
  const product_id = await world.product(gold)
  for (let i = 0; i < 2; i++) await order(world, customer, product_id, 1_000_000)
  const total = 1_980_000_000_000
  expect((await world.get('/admin/stats', admin)).json()).toMatchObject({ total_orders: 2, total_revenue: total })
  expect((await world.get('/admin/customers', admin)).json()).toMatchObject([{ total_orders: 2, total_spent: total }])
  expect((await world.get('/orders/stats', customer)).json()).toMatchObject({ total_orders: 2, total_amount: total })
})

test('cancelled orders count as orders, but not as money', async () => {
  const world = await makeWorld()
  const [admin, customer, other] = [await world.admin(), await world.customer(), await world.customer()]
  const product_id = await world.product({ vat_rate: 0 })
  await world.product({ is_active: false })
  await world.put(`/admin/customers/${other.id}`, admin, { is_active: false })
  const statuses = ['beklemede', 'hazirlaniyor', 'tamamlandi', 'iptal']
  for (const [i, status] of statuses.entries()) {
    const id = await order(world, customer, product_id, i + 1)
    await world.put(`/admin/orders/${id}/status`, admin, { status })
  }
  const wanted = { product_name: 'Trüf yağı', unit: 'LT', quantity: 1, price: 100 }
  const request = async () => (await world.post('/custom-orders', customer, { items: [wanted] })).json()
  await request()
  const answer = { items: [{ product_id, quantity: 1, price: 1 }], valid_until: '2099-12-31' }
  await world.put(`/admin/custom-orders/${(await request()).id}/answer`, admin, answer)
  expect((await world.get('/admin/stats', admin)).json()).toEqual({
    total_orders: 4,
    pending_orders: 1,
    preparing_orders: 1,
    completed_orders: 1,
    total_customers: 2,
    active_customers: 1,
    total_products: 2,
    total_revenue: 600,
    recent_orders_count: 4,
    new_quotes: 1,
    popular_products: [{ name: 'Beyaz Peynir', brand: 'Yayla', quantity: 6, price: 100 }],
  })
  expect((await world.get('/orders/stats', customer)).json()).toEqual({
    total_orders: 4,
    pending_orders: 1,
    completed_orders: 1,
    total_amount: 600,
  })
  expect((await world.get('/orders/stats', other)).json()).toMatchObject({ total_orders: 0, total_amount: 0 })
})

test('recent orders are those of the last 7 times 24 hours', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const recent = async () =>
    (await world.get('/admin/stats', await loggedInAgain(world, admin))).json().recent_orders_count
  await order(world, customer, product_id, 1)
  world.pass(60_000)
  await order(world, customer, product_id, 1)
  expect(await recent()).toBe(2)
  world.pass(WEEK - 60_001)
  expect(await recent()).toBe(2)
  world.pass(2)
  expect(await recent()).toBe(1)
  world.pass(60_000)
  expect(await recent()).toBe(0)
})

test('the ten products ordered most are the popular ones, excluding cancelled orders', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const quantities = [3, 11, 7, 1, 9, 5, 2, 10, 4, 8, 6]
  for (const quantity of quantities) {
    const product_id = await world.product({ name: `Ürün ${quantity}`, on_hand: 200 })
    await order(world, customer, product_id, quantity)
    if (quantity === 5) await order(world, customer, product_id, 20)
    if (quantity > 2) continue
    const id = await order(world, customer, product_id, 100)
    await world.post(`/orders/${id}/cancel`, customer)
  }
  const { popular_products } = (await world.get('/admin/stats', admin)).json()
  expect(popular_products.map((product: { quantity: number }) => product.quantity)).toEqual([
    25, 11, 10, 9, 8, 7, 6, 4, 3, 2,
  ])
  expect(popular_products[0]).toEqual({ name: 'Ürün 5', brand: 'Yayla', quantity: 25, price: 100 })
})

test('a marketer’s figures are of their own customers; cancelled orders count, but add no revenue', async () => {
  const world = await makeWorld()
  const [admin, marketer, other] = [await world.admin(), await world.marketer(), await world.marketer()]
  const own = [1, 2].map(() => world.customer({ assigned_marketer_id: marketer.id }))
  const customers = [...(await Promise.all(own)), await world.customer({ assigned_marketer_id: other.id })]
  const product_id = await world.product({ on_hand: 1000, vat_rate: 10 })
  for (const customer of customers) {
    for (const status of ['beklemede', 'hazirlaniyor', 'tamamlandi', 'iptal'])
      await world.put(`/admin/orders/${await order(world, customer, product_id, 1)}/status`, admin, { status })
  }
  const stats = async (user: TestUser) => (await world.get('/marketer/stats', user)).json()
  expect(await stats(marketer)).toEqual({ totalCustomers: 2, totalOrders: 8, pendingOrders: 2, totalRevenue: 660 })
  expect(await stats(other)).toEqual({ totalCustomers: 1, totalOrders: 4, pendingOrders: 1, totalRevenue: 330 })
  const idle = await world.marketer()
  expect(await stats(idle)).toEqual({ totalCustomers: 0, totalOrders: 0, pendingOrders: 0, totalRevenue: 0 })
})
