import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LedgerEntry } from '#contract/stock.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))

async function shop({ connections = 8 } = {}) {
  const world = await makeWorld({ connections })
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const remove = (user = customer) => world.request('DELETE', `/admin/customers/${user.id}`, admin)
  const status = (id: string, status: string) => world.put(`/admin/orders/${id}/status`, admin, { status })
  return { world, admin, marketer, customer, remove, status }
}

const order = async (world: World, user: TestUser, product_id: string, quantity: number): Promise<string> =>
  (await world.post('/orders', user, { items: [{ product_id, quantity }] })).json().id

const wanted = { items: [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 1, price: 1 }] }

async function answeredQuote(world: World, admin: TestUser, customer: TestUser, product_id: string): Promise<string> {
  const { id } = (await world.post('/custom-orders', customer, wanted)).json()
  const items = [{ product_id, quantity: 1, price: 1 }]
  await world.put(`/admin/custom-orders/${id}/answer`, admin, { items, valid_until: istanbulDay(world.now()) })
  return id
}

test('deleting a customer releases the reservations of its open orders; delivered goods are not returned', async () => {
  const { world, admin, marketer, customer, remove, status } = await shop()
  const product_id = await world.product({ on_hand: 100 })
  const ids = await Promise.all([1, 2, 4, 8].map(quantity => order(world, customer, product_id, quantity)))
  for (const [i, name] of ['beklemede', 'hazirlaniyor', 'tamamlandi', 'iptal'].entries()) await status(ids[i]!, name)
  const quote = await answeredQuote(world, admin, customer, product_id)
  await world.post(`/custom-orders/${quote}/accept`, customer)
  const other = await world.customer({ assigned_marketer_id: marketer.id })
  const remaining = await order(world, other, product_id, 16)
  expect(await world.figures(product_id)).toEqual({ on_hand: 96, reserved: 1 + 2 + 1 + 16 })

  const response = await remove()
  expect([response.status, response.json()]).toEqual([200, { success: true, deleted_orders: 5 }])
  expect(await world.figures(product_id)).toEqual({ on_hand: 96, reserved: 16 })
  expect(await world.ledgerDisagreements()).toEqual([])

  const given: LedgerEntry[] = (await world.get(`/admin/stock/ledger?product_id=${product_id}`, admin)).json()
  const back = given.filter(entry => entry.reason === 'customer_deleted')
  expect(back.map(entry => [entry.reserved_change, entry.on_hand_change, entry.actor_name])).toEqual(
    back.map(entry => [entry.reserved_change, 0, 'Ayşe Yönetici']),
  )
  expect(back.map(entry => entry.reserved_change).sort((a, b) => a - b)).toEqual([-2, -1, -1])
  for (const id of ids) expect(given.filter(entry => entry.order_id === id)).not.toEqual([])

  expect((await world.get('/auth/profile', customer)).status).toBe(401)
  expect((await world.post('/auth/login', undefined, customer)).status).toBe(401)
  for (const [path, user] of [
    ['/admin/orders', admin],
    ['/marketer/orders', marketer],
  ] as const)
    expect((await world.get(path, user)).json().map((one: { id: string }) => one.id)).toEqual([remaining])
  for (const path of ['/admin/custom-orders', '/marketer/custom-orders'])
    expect((await world.get(path, path.startsWith('/admin') ? admin : marketer)).json()).toEqual([])
  const about = (await world.get('/notifications', marketer)).json().map((one: { link: string }) => one.link)
  expect(about).toEqual([`/marketer/dashboard?tab=orders&order=${remaining}`])
  const again = await remove()
  expect([again.status, again.json().code]).toEqual([404, 'not_found'])
  const { username } = customer
  const newCustomer = { username, company_name: 'Yeni', email: `${username}@ornek.com.tr`, password: 'yeni-şifre' }
  expect((await world.post('/admin/customers', admin, newCustomer)).status).toBe(201)
})

test('after customers are deleted during concurrent orders, quotes and status changes, the figures agree', {
  timeout: 120_000,
}, async () => {
  const { world, admin, marketer, remove, status } = await shop({ connections: 16 })
  const products = await Promise.all(times(4, () => world.product({ on_hand: 1000 })))
  const stays = await world.customer({ assigned_marketer_id: marketer.id })
  const cart = (i: number) => {
    const turned = [...products.slice(i % 4), ...products.slice(0, i % 4)]
    return { items: (i % 2 ? turned.reverse() : turned).map(product_id => ({ product_id, quantity: 1 + (i % 3) })) }
  }
  for (let round = 0; round < 6; round++) {
    const customer = await world.customer({ assigned_marketer_id: marketer.id })
    const quotes = await Promise.all(times(2, () => answeredQuote(world, admin, customer, products[0]!)))
    const ids = await Promise.all(times(4, async i => (await world.post('/orders', customer, cart(i))).json().id))
    const key = () => ({ 'idempotency-key': randomUUID() })
    const operations = [
      ...times(4, i => () => world.post('/orders', customer, cart(i), key())),
      ...times(3, i => () => world.post('/orders', stays, cart(i), key())),
      () => world.post('/marketer/orders/create-for-customer', marketer, { customer_id: customer.id, ...cart(1) }),
      () => world.post('/custom-orders', customer, wanted, key()),
      () => world.post(`/custom-orders/${quotes[0]}/accept`, customer),
      () => world.post(`/marketer/custom-orders/${quotes[1]}/accept`, marketer),
      () =>
        world.put(`/marketer/orders/${ids[0]}`, marketer, {
          items: [{ product_id: products[1], quantity: 5, price: 1 }],
        }),
      () => world.post(`/orders/${ids[1]}/cancel`, customer),
      () => status(ids[2], 'hazirlaniyor'),
      () => status(ids[3], 'tamamlandi'),
      () =>
        world.put(`/admin/customers/${customer.id}`, admin, {
          company_name: 'Yeni',
          email: `yeni-${round}@ornek.com.tr`,
        }),
      () => world.put('/auth/profile', customer, { phone: '0532 000 00 00' }),
      () =>
        world.post('/admin/stock/receipts', admin, {
          items: products.map(product_id => ({ product_id, quantity: 1 })),
        }),
    ]
    const turned = [...operations.slice(round * 3), ...operations.slice(0, round * 3)]
    const half = turned.length >> 1
    const [gone, ...responses] = await Promise.all(
      [() => remove(customer), ...turned.slice(0, half)]
        .map(operation => operation())
        .concat(turned.slice(half).map(operation => operation())),
    )
    expect(gone?.status).toBe(200)
    const wrong = responses.filter(response => ![200, 201, 401, 404, 409, 503].includes(response.status))
    expect(wrong.map(response => `${response.status} ${response.body}`)).toEqual([])
  }
  const { sum } = await world.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'orders.id')
    .where('customer_id', '=', stays.id)
    .select(eb => eb.fn.sum<number>('quantity').as('sum'))
    .executeTakeFirstOrThrow()
  const figures = await Promise.all(products.map(world.figures))
  expect(figures.reduce((all, { reserved }) => all + reserved, 0)).toBe(sum)
  expect(await world.ledgerDisagreements()).toEqual([])
  const customers = (await world.get('/marketer/customers', marketer)).json()
  expect(customers.map((one: { id: string }) => one.id)).toContain(stays.id)
})

test('the ledger keeps the movements of an order that is deleted with its customer', async () => {
  const { world, customer, remove } = await shop()
  const [sold, never] = [await world.product(), await world.product()]
  const id = await order(world, customer, sold, 1)
  await world.post(`/orders/${id}/cancel`, customer)
  await remove()
  const known = await world.db
    .selectFrom('stock_ledger')
    .select('product_id')
    .distinct()
    .where('product_id', 'in', [sold, never])
    .where('order_id', 'is not', null)
    .execute()
  expect(known).toEqual([{ product_id: sold }])
})
