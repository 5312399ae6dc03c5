import type pg from 'pg'
import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { inTransaction } from '../db/transaction.ts'
import { recomputeSums } from '../reports/sums.ts'
import { fill, fillCommonTables, fillLots, minutesBefore, ROWS, rowUuid, uuidFrom } from '../testing/large-tables.ts'
import { type Explainer, explainer, type Scan, sentDuring } from '../testing/query-plans.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

/** Tables that an admin fills by hand stay small. */
const SMALL = new Set(['delivery_settings', 'delivery_routes', 'delivery_exceptions'])
const isLarge = (table: string) => !SMALL.has(table)
const DAY = 24 * 60 * 60 * 1000

// One test of both, as filling the tables takes most of its time.
test('no statement of an order reads a whole table, and no report or list of orders or quotes more than a small part of them', {
  timeout: 180_000,
}, async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const explain = await explainer(world)
  await fillTables(explain.client, customer, world.now())
  await expectOrdersByIndex(world, explain, { customer, marketer, admin })
  await expectListsOfFewRows(world, explain, { customer, marketer, admin })
  await expectSearchesAndQuotesByIndex(world, explain, { customer, marketer, admin })
})

/** Paths of requests, by the user who sends them. */
type Paths = [user: TestUser, paths: string[]][]
type Users = { customer: TestUser; marketer: TestUser; admin: TestUser }

/** Places orders, repeats the requests, and reads and changes the orders. */
async function expectOrdersByIndex(world: World, explain: Explainer, users: Users) {
  const { customer, marketer } = users
  const product_id = await world.product({ on_hand: 100 })
  await addLot(explain.client, product_id)
  const items = [{ product_id, quantity: 1 }]
  const sent = await sentDuring(async () => {
    for (const _ of ['new', 'repeated']) {
      const order = await world.post('/orders', customer, { items }, { 'idempotency-key': 'a' })
      expect(order.status).toBe(201)
      const body = { customer_id: customer.id, items }
      const theirs = await world.post('/marketer/orders/create-for-customer', marketer, body, {
        'idempotency-key': 'b',
      })
      expect(theirs.status).toBe(201)
    }
    await readAndChange(world, users, { id: (await world.get('/orders/by-key/a', customer)).json().id, items })
    world.pass(2 * DAY)
    const late = await world.post('/orders', customer, { items }, { 'idempotency-key': 'a' })
    expect(late.status).toBe(201)
  })
  expect(sent.filter(({ text }) => text.includes('insert into orders'))).toHaveLength(2)

  const scans: Scan[] = []
  for (const statement of sent) scans.push(...(await explain.scans(statement)))
  const small = await explain.tablesWithFewerThan(ROWS, new Set(scans.map(scan => scan.table).filter(isLarge)))
  expect(small, 'tables that this test must fill, or their plans say nothing').toEqual([])
  expect(scans.flatMap(({ table, slow }) => (isLarge(table) ? (slow ?? []) : []))).toEqual([])
}

/** Puts some of the goods of a product into a lot. */
async function addLot(client: pg.Client, product: string) {
  await client.query(
    `insert into lots (id, product_id, code, expires_on, expiry_kind, received_at, on_hand)
    values (gen_random_uuid(), $1, 'A', '2099-01-01', 'skt', now(), 50)`,
    [product],
  )
  await client.query('update stock set in_lots = 50 where product_id = $1', [product])
}

type PlacedOrder = { id: string; items: { product_id: string; quantity: number }[] }

/** Reads orders by id and key, revises one and gives it every status. */
async function readAndChange(world: World, { customer, marketer, admin }: Users, { id, items }: PlacedOrder) {
  const reads: Paths = [
    [customer, [`/orders/${id}`, `/orders/${id}/revisions`]],
    [marketer, [`/marketer/orders/${id}`, '/marketer/orders/by-key/b']],
    [admin, [`/admin/orders/${id}`]],
  ]
  for (const [user, paths] of reads)
    for (const path of paths) expect((await world.get(path, user)).status, path).toBe(200)
  for (const quantity of [2, 3]) {
    const body = { items: items.map(item => ({ ...item, quantity, price: 100 })) }
    expect((await world.put(`/marketer/orders/${id}`, marketer, body)).status).toBe(200)
  }
  for (const status of [...ORDER_STATUSES.slice(1), ORDER_STATUSES[0]])
    expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200)
}

/** Reads reports, statistics and lists of orders and quotes. */
async function expectListsOfFewRows(world: World, explain: Explainer, { customer, marketer }: Users) {
  // The other admin's session has ended meanwhile.
  const admin = await world.admin()
  // Spread over the last two years, two thirds of them placed by other customers.
  await explain.client.query(
    `update orders set created_at = $1::timestamptz - rank * interval '105 minutes',
      customer_id = case when rank % 3 = 0 then customer_id else ${uuidFrom(`'account ' || 1 + rank % ${ROWS}`)} end
    from (select id, row_number() over (order by id) as rank from orders) as ranked where ranked.id = orders.id`,
    [world.now()],
  )
  await explain.client.query(
    `update customers set assigned_marketer_id = $1 where id < '80000000-0000-4000-8000-000000000000'`,
    [marketer.id],
  )
  // Ten products have nearly all lines, and since the last month another unit.
  await explain.client.query(
    `update order_items set product_id = ${uuidFrom(`'product ' || 1 + abs(hashtext(order_id::text)) % 10`)},
      unit = case when orders.created_at > $1::timestamptz - interval '40 days' then 'PAKET' else 'ADET' end
    from orders where orders.id = order_id`,
    [world.now()],
  )
  await explain.client.query(`update products set unit = 'PAKET'`)
  await inTransaction(world.db, recomputeSums)
  // These orders are not yet added to the sums.
  const items = [{ product_id: await world.product({ on_hand: 100 }), quantity: 1 }]
  for (let i = 0; i < 5; i++) await world.post('/orders', customer, { items })
  await explain.client.query('vacuum analyze')

  const paths: Paths = [
    [customer, ['/orders?limit=20', '/orders/stats']],
    [marketer, ['/marketer/orders?limit=20', '/marketer/orders?limit=20&status=beklemede', '/marketer/stats']],
    [marketer, ['/marketer/customers?limit=60']],
    [admin, ['/admin/orders?limit=20', '/admin/orders?limit=20&status=beklemede', '/admin/customers?limit=60']],
    [admin, [`/admin/orders?limit=20&customer_id=${customer.id}`, '/admin/orders?limit=20&from=2025-06-01']],
    [
      admin,
      ['id', 'user_company', 'line_count', 'status', 'grand_total'].map(sort => `/admin/orders?limit=20&sort=${sort}`),
    ],
    [admin, ['/admin/orders?limit=20&sort=user_company&order=desc', '/admin/order-totals?status=beklemede']],
    [admin, ['/admin/stats', '/admin/reports/revenue', '/admin/reports/sales']],
    [admin, ['/admin/reports/sales?from=2024-03-11', '/admin/reports/sales?from=2024-04-16&to=2026-02-15']],
    [admin, ['/admin/reports/orders-excel?from=2026-03-12']],
    [admin, ['/admin/reports/products', '/admin/reports/products?from=2024-04-16&to=2026-02-15']],
  ]
  await expectFewRowsRead(world, explain, paths, OF_ORDERS_AND_QUOTES)
}

/** Searches in orders, and reads lists of quotes: these read few rows of any table. */
async function expectSearchesAndQuotesByIndex(world: World, explain: Explainer, { customer, marketer }: Users) {
  const firstId = async (table: string) => {
    const own = `select id from ${table} where customer_id = $1 limit 1`
    return (await explain.client.query<{ id: string }>(own, [customer.id])).rows[0]!.id
  }
  const admin = await world.admin()
  const [order, quote] = [await firstId('orders'), await firstId('custom_orders')]
  const paths: Paths = [
    // All orders, some, one by its number, none.
    [admin, ['firma', 'firma77x', 'firma77x lezzet', order.slice(0, 8), 'yok'].map(searched('/admin/orders'))],
    // Totals read all that are found.
    [admin, ['firma77x', order.slice(0, 8), 'yok'].map(searched('/admin/order-totals'))],
    [marketer, ['firma', 'firma77x', 'yok'].map(searched('/marketer/orders'))],
    [customer, ['/custom-orders?limit=20', `/custom-orders/${quote}`]],
    [marketer, ['/marketer/custom-orders?limit=20', '/marketer/custom-orders?limit=20&status=cevaplandi']],
    [admin, ['/admin/custom-orders?limit=20', '/admin/custom-orders?limit=20&status=yeni']],
    [admin, ['firma', quote.slice(0, 8), 'firma abcdef12', 'yok'].map(searched('/admin/custom-orders'))],
  ]
  await expectFewRowsRead(world, explain, paths, [...OF_ORDERS_AND_QUOTES, 'customers', 'accounts'])
}

const OF_ORDERS_AND_QUOTES = ['orders', 'order_items', 'custom_orders']
const searched = (path: string) => (words: string) => `${path}?limit=20&search=${encodeURIComponent(words)}`

async function expectFewRowsRead(world: World, explain: Explainer, paths: Paths, tables: string[]) {
  for (const [user, ofUser] of paths)
    for (const path of ofUser) {
      const sent = await sentDuring(async () => expect((await world.get(path, user)).status).toBe(200))
      for (const statement of sent)
        expect(await explain.rowsRead(statement, tables), `${path}: ${statement.text}`).toBeLessThan(ROWS / 10)
    }
}

/** Fills each table that an order reads with `ROWS` rows, and updates the planner's statistics. */
async function fillTables(client: pg.Client, { id }: TestUser, now: Date) {
  await fillCommonTables(client, { id })
  await fill(client, 'delivery_customers', 'customer_id, position', `${rowUuid('account')}, n`)
  await fill(
    client,
    'orders',
    'id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total, user_company, user_username, user_email, user_phone, user_address, search_text',
    `${rowUuid('order')}, '${id}', 'beklemede', now(), now(), 1, 1, 1, '', '', '', '', '', 'firma' || n % 500 || 'x ' || left(${rowUuid('order')}::text, 8)`,
  )
  // Few wait for an answer or a decision.
  await fill(
    client,
    'custom_orders',
    'id, customer_id, status, created_at, items',
    `${rowUuid('quote')}, case when n % 3 = 0 then '${id}' else ${rowUuid('account')} end,
      case n % 200 when 0 then 'yeni' when 1 then 'cevaplandi' else 'red' end,
      ${minutesBefore(now)('120 * n')},
      '[{"product_name": "Mal", "unit": "KG", "quantity": 1, "price": 0, "notes": null}]'`,
  )
  await fill(
    client,
    'order_items',
    'order_id, position, product_id, product_name, brand, unit, quantity, price, vat_rate, total_price',
    `${rowUuid('order')}, 1, ${rowUuid('product')}, 'Mal', 'Marka', 'ADET', 1, 1, 10, 1`,
  )
  await fill(
    client,
    'audit_log',
    'created_at, action, entity, entity_id, search_text',
    `now(), 'updated', case when n % 2 = 0 then 'order' else 'product' end,
      case when n % 2 = 0 then ${rowUuid('order')} else ${rowUuid('product')} end, ''`,
  )
  await fill(
    client,
    'order_revisions',
    'order_id, revision, created_at, marketer_name, actor_role, lines',
    `${rowUuid('order')}, 1, now(), 'Firma', 'customer', '[]'`,
  )
  await fillLots(client, now)
  await fill(client, 'lot_choices', 'order_id, product_id, lots', `${rowUuid('order')}, ${rowUuid('product')}, '[]'`)
  await fill(
    client,
    'idempotency_keys',
    'account_id, key, request_hash, status, answer',
    `${rowUuid('account')}, 'key ' || n, sha256(n::text::bytea), 201, '{}'`,
  )
  await client.query('analyze')
}
