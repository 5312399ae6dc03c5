import { expect, test } from 'vitest'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

/** Three marketers, each with a customer that has a revised order, an answered quote, and notifications. */
async function three() {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ on_hand: 1000, vat_rate: 0 })
  const items = [{ product_id, quantity: 1, price: 100 }]
  const belong = async (name: string) => {
    const marketer = await world.marketer(name)
    const customer = await world.customer({ company_name: `${name} Lokantası`, assigned_marketer_id: marketer.id })
    const order = (await world.post('/orders', customer, { items })).json().id
    await world.put(`/marketer/orders/${order}`, marketer, { items, notes: 'Acele' })
    const wanted = { items: [{ product_name: 'Trüf', unit: 'KG', quantity: 1, price: 1 }] }
    const quote = (await world.post('/custom-orders', customer, wanted)).json().id
    await world.put(`/admin/custom-orders/${quote}/answer`, admin, { items, valid_until: '2027-01-01' })
    return { marketer, customer, order, quote }
  }
  const [a, b, c] = [await belong('Ali'), await belong('Can'), await belong('Veli')]
  return { world, admin, items, a, b, c }
}

type Owned = { customer: TestUser; order: string; quote: string }

/** Everything that a marketer sees in their lists, figures and notifications. */
async function seen(world: World, marketer: TestUser) {
  const ids = async (path: string) => (await world.get(path, marketer)).json().map((one: { id: string }) => one.id)
  const news = (await world.get('/notifications', marketer)).json()
  expect((await world.get('/notifications/unread', marketer)).json().count).toBe(news.length)
  return {
    customers: await ids('/marketer/customers'),
    orders: (await ids('/marketer/orders')).sort(),
    quotes: (await ids('/marketer/custom-orders')).sort(),
    stats: (await world.get('/marketer/stats', marketer)).json(),
    news: news.map((one: { title: string; kind: string }) => `${one.kind} ${one.title}`).sort(),
  }
}

const sight = (owned: Owned[], news: string[]) => ({
  customers: owned.map(({ customer }) => customer.id),
  orders: owned.map(({ order }) => order).sort(),
  quotes: owned.map(({ quote }) => quote).sort(),
  stats: {
    totalCustomers: owned.length,
    totalOrders: owned.length,
    pendingOrders: owned.length,
    totalRevenue: 100 * owned.length,
  },
  news: news
    .flatMap(name => [
      `order_received ${name} Lokantası sipariş verdi`,
      `quote_answered ${name} Lokantası: teklif talebi cevaplandı`,
      `quote_requested ${name} Lokantası teklif istedi`,
    ])
    .sort(),
})

/** The statuses of a marketer's requests for the resources of a given customer. */
async function statusesFor(world: World, marketer: TestUser, { customer, order, quote }: Owned, items: object[]) {
  const responses = [
    await world.get(`/marketer/customers/${customer.id}`, marketer),
    await world.get(`/marketer/orders/${order}`, marketer),
    await world.get(`/marketer/orders/${order}/revisions`, marketer),
    await world.put(`/marketer/customers/${customer.id}`, marketer, { phone: '1' }),
    await world.put(`/marketer/orders/${order}`, marketer, { items }),
    await world.post('/marketer/orders/create-for-customer', marketer, { customer_id: customer.id, items }),
    await world.post('/marketer/custom-orders', marketer, {
      customer_id: customer.id,
      items: [{ product_name: 'Trüf', unit: 'KG', quantity: 1, price: 1 }],
    }),
    await world.post(`/marketer/custom-orders/${quote}/decline`, marketer),
    await world.post(`/marketer/custom-orders/${quote}/accept`, marketer),
    await world.post(`/marketer/orders/${order}/cancel`, marketer),
  ]
  return responses.map(response => response.status)
}

const OF_OTHER_CUSTOMER = Array.from({ length: 10 }, () => 404)
const OF_OWN_CUSTOMER = [200, 200, 200, 200, 200, 201, 201, 200, 409, 200]

test('each of three marketers sees only the data of their own customers', async () => {
  const { world, items, a, b, c } = await three()
  for (const [own, name] of [
    [a, 'Ali'],
    [b, 'Can'],
    [c, 'Veli'],
  ] as const) {
    expect(await seen(world, own.marketer)).toEqual(sight([own], [name]))
    for (const other of [a, b, c].filter(one => one !== own))
      expect(await statusesFor(world, own.marketer, other, items)).toEqual(OF_OTHER_CUSTOMER)
  }
  expect(await statusesFor(world, b.marketer, b, items)).toEqual(OF_OWN_CUSTOMER)
})

test('when a customer is assigned to another marketer, all its data moves with it immediately', async () => {
  const { world, admin, items, a, b, c } = await three()
  await world.put(`/admin/customers/${a.customer.id}`, admin, { assigned_marketer_id: b.marketer.id })
  expect(await seen(world, a.marketer)).toEqual(sight([], []))
  expect(await seen(world, b.marketer)).toEqual(sight([a, b], ['Can']))
  expect(await seen(world, c.marketer)).toEqual(sight([c], ['Veli']))
  expect(await statusesFor(world, a.marketer, a, items)).toEqual(OF_OTHER_CUSTOMER)
  const [revision] = (await world.get(`/marketer/orders/${a.order}/revisions`, b.marketer)).json()
  expect(revision).toMatchObject({ revision: 1, marketer_name: 'Ali', notes_after: 'Acele' })

  world.pass(1000)
  await world.put(`/admin/orders/${a.order}/status`, admin, { status: 'hazirlaniyor' })
  const latestTitle = async (user: TestUser) => (await world.get('/notifications?limit=1', user)).json()[0]?.title
  expect(await latestTitle(b.marketer)).toBe(`Ali Lokantası: ${a.order.slice(0, 8)} numaralı sipariş hazırlanıyor`)
  expect(await latestTitle(a.marketer)).toBeUndefined()
  await world.put(`/admin/orders/${a.order}/status`, admin, { status: 'beklemede' })

  await world.put(`/admin/customers/${a.customer.id}`, admin, { assigned_marketer_id: null })
  for (const { marketer } of [a, b, c]) expect(await statusesFor(world, marketer, a, items)).toEqual(OF_OTHER_CUSTOMER)
  await world.put(`/admin/customers/${a.customer.id}`, admin, { assigned_marketer_id: a.marketer.id })
  expect(await seen(world, a.marketer)).toEqual(sight([a], ['Ali']))
  expect(await statusesFor(world, a.marketer, a, items)).toEqual(OF_OWN_CUSTOMER)
})

test('when customers are handed over, all their data moves with them', async () => {
  const { world, admin, items, a, b, c } = await three()
  await world.post(`/admin/marketers/${a.marketer.id}/hand-over`, admin, { to_marketer_id: c.marketer.id })
  expect(await seen(world, a.marketer)).toEqual(sight([], []))
  expect(await seen(world, b.marketer)).toEqual(sight([b], ['Can']))
  expect(await seen(world, c.marketer)).toEqual(sight([a, c], ['Veli']))
  expect(await statusesFor(world, a.marketer, a, items)).toEqual(OF_OTHER_CUSTOMER)
  expect(await statusesFor(world, c.marketer, a, items)).toEqual(OF_OWN_CUSTOMER)
})
