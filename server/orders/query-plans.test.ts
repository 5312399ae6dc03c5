import type pg from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { recomputeSums } from '../reports/sums.ts'
import { fill, fillCommonTables, made, madeFrom, ROWS } from '../testing/large-tables.ts'
import { type Explainer, explainer, type Scan, sentDuring } from '../testing/query-plans.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

/** Tables that an admin fills by hand stay small. */
const SMALL = new Set(['delivery_settings', 'delivery_routes', 'delivery_exceptions'])
const isLarge = (table: string) => !SMALL.has(table)
const DAY = 24 * 60 * 60 * 1000

// One test of both, as filling the tables takes most of its time.
test('no statement of an order reads a whole table, and no report or list of orders more than a small part of them', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const explain = await explainer(world)
  await fillTables(explain.client, customer)
  await expectOrdersByIndex(world, explain, { customer, marketer })
  await expectListsOfFewRows(world, explain, { customer, marketer })
})

type Users = { customer: TestUser; marketer: TestUser }

/** Places orders, and repeats them. */
async function expectOrdersByIndex(world: World, explain: Explainer, { customer, marketer }: Users) {
  const items = [{ product_id: await world.product({ on_hand: 100 }), quantity: 1 }]
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

/** Reads reports, statistics and lists of orders. */
async function expectListsOfFewRows(world: World, explain: Explainer, { customer, marketer }: Users) {
  const admin = await world.admin()
  // Spread over the last two years, two thirds of them placed by other customers.
  await explain.client.query(
    `update orders set created_at = $1::timestamptz - rank * interval '105 minutes',
      customer_id = case when rank % 3 = 0 then customer_id else ${madeFrom(`'account ' || 1 + rank % ${ROWS}`)} end
    from (select id, row_number() over (order by id) as rank from orders) as ranked where ranked.id = orders.id`,
    [world.now()],
  )
  await explain.client.query(
    `update customers set assigned_marketer_id = $1 where id < '80000000-0000-4000-8000-000000000000'`,
    [marketer.id],
  )
  await inTransaction(world.db, recomputeSums)
  // These orders are not yet added to the sums.
  const items = [{ product_id: await world.product({ on_hand: 100 }), quantity: 1 }]
  for (let i = 0; i < 5; i++) await world.post('/orders', customer, { items })
  await explain.client.query('vacuum analyze')

  const paths: [user: TestUser, paths: string[]][] = [
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
  ]
  for (const [user, ofUser] of paths)
    for (const path of ofUser) {
      const sent = await sentDuring(async () => expect((await world.get(path, user)).status).toBe(200))
      for (const statement of sent)
        expect(await explain.rowsRead(statement, ['orders', 'order_items']), `${path}: ${statement.text}`).toBeLessThan(
          ROWS / 10,
        )
    }
}

/** Fills each table that an order reads with `ROWS` rows, and updates the planner's statistics. */
async function fillTables(client: pg.Client, { id }: TestUser) {
  await fillCommonTables(client, { id })
  await fill(client, 'delivery_customers', 'customer_id, position', `${made('account')}, n`)
  await fill(
    client,
    'orders',
    'id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total, user_company, user_username, user_email, user_phone, user_address, search_text',
    `${made('order')}, '${id}', 'beklemede', now(), now(), 1, 1, 1, '', '', '', '', '', 'firma'`,
  )
  await fill(
    client,
    'order_items',
    'order_id, position, product_id, product_name, brand, unit, quantity, price, vat_rate, total_price',
    `${made('order')}, 1, ${made('product')}, 'Mal', 'Marka', 'ADET', 1, 1, 10, 1`,
  )
  await fill(
    client,
    'idempotency_keys',
    'account_id, key, request_hash, status, answer',
    `${made('account')}, 'key ' || n, sha256(n::text::bytea), 201, '{}'`,
  )
  await client.query('analyze')
}
