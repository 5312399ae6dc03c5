import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { Batch } from '../db/batch.ts'
import { inTransaction } from '../db/transaction.ts'
import { recomputeSums } from '../reports/sums.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const ROWS = 10_000
/**
 * The planner's cost limit for a few rows by an index; a scan of `ROWS` rows costs hundreds. It counts on half a
 * percent of the change log, since it cannot compare transaction ids with its statistics.
 */
const CHEAP = 60
/** Tables that an admin fills by hand stay small. */
const SMALL = new Set(['delivery_settings', 'delivery_routes', 'delivery_exceptions'])
const isLarge = (table: string) => !SMALL.has(table)
const DAY = 24 * 60 * 60 * 1000

/** A statement, which is sent in a batch or as its text. */
const Statement = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) })
type Statement = z.output<typeof Statement>
type Scan = { table: string; slow: string | undefined }
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Total Cost': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

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

type Explainer = Awaited<ReturnType<typeof explainer>>
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

/** The statements sent to the database during the work, with their parameters. */
async function sentDuring(work: () => Promise<void>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const calls = query.mock.calls as unknown[][]
  query.mockRestore()
  return calls
    .flatMap(([query]): readonly Statement[] =>
      query instanceof Batch ? query.statements : [Statement.parse({ text: query })],
    )
    .filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
}

async function explainer({ ownerDatabase }: World) {
  const client = new pg.Client(ownerDatabase)
  await client.connect()
  onTestFinished(() => client.end())
  return {
    client,
    /** The scans of a statement that read more than a few rows by an index. */
    async scans({ text, values }: Statement): Promise<Scan[]> {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, values)
      return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan).flatMap(node => {
        const table = node['Relation Name']
        if (!table || !node['Node Type'].endsWith('Scan')) return []
        const byIndex = node['Node Type'] === 'Bitmap Heap Scan' || node['Index Cond'] !== undefined
        const isCheap = byIndex && node['Total Cost'] < CHEAP
        return [{ table, slow: isCheap ? undefined : `${node['Node Type']}, cost ${node['Total Cost']}: ${text}` }]
      })
    },
    /** How many rows of these tables the statement reads. */
    async rowsRead({ text, values }: Statement, tables: string[]): Promise<number> {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
        .filter(node => tables.includes(node['Relation Name'] ?? ''))
        .map(node => (node['Actual Loops'] ?? 0) * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)))
        .reduce((sum, read) => sum + read, 0)
    },
    async tablesWithFewerThan(most: number, tables: Set<string>) {
      const { rows } = await client.query<{ relname: string }>(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and reltuples < $1 and relname = any($2)`,
        [most, [...tables]],
      )
      return rows.map(row => row.relname)
    },
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** A UUID (version 4 in form) derived from a name. */
const madeFrom = (name: string) => `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`

/** Fills each table that an order reads with `ROWS` rows, and updates the planner's statistics. */
async function fillTables(client: pg.Client, { id }: TestUser) {
  const fill = (table: string, columns: string, values: string) =>
    client.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${ROWS}) as n`)
  const made = (name: string) => madeFrom(`'${name} ' || n`)
  const token = `sha256(('session ' || n)::bytea)`
  await fill(
    'accounts',
    'id, role, username, username_key, name, password_hash, created_at',
    `${made('account')}, 'customer', 'u' || n, 'u' || n, 'Firma ' || n, '', now()`,
  )
  await fill(
    'notification_preferences',
    'account_id, topic, bell, mail, push',
    `${made('account')}, 'order_received', true, true, true`,
  )
  await fill('customers', 'id, phone, address, search_text', `${made('account')}, '', '', 'firma'`)
  await fill(
    'sessions',
    'token_hash, account_id, created_at, last_used_at, authenticated_at',
    `${token}, '${id}', now(), now(), now()`,
  )
  await fill(
    'push_subscriptions',
    'id, account_id, session_hash, endpoint, p256dh, auth, created_at',
    `${made('subscription')}, ${made('account')}, ${token}, 'https://push.example/' || n, '', '', now()`,
  )
  await fill('delivery_customers', 'customer_id, position', `${made('account')}, n`)
  await fill(
    'products',
    'id, name, brand, category, price, unit, vat_rate, description, is_active, warehouse, search_text, created_at, updated_at',
    `${made('product')}, 'Mal ' || n, 'Marka', 'Peynir', n, 'ADET', 10, '', true, 'Ana Depo', 'mal', now(), now()`,
  )
  await fill('stock', 'product_id, on_hand, reserved, moved_at', `${made('product')}, 1000, 0, now()`)
  await fill(
    'orders',
    'id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total, user_company, user_username, user_email, user_phone, user_address, search_text',
    `${made('order')}, '${id}', 'beklemede', now(), now(), 1, 1, 1, '', '', '', '', '', 'firma'`,
  )
  await fill(
    'order_items',
    'order_id, position, product_id, product_name, brand, unit, quantity, price, vat_rate, total_price',
    `${made('order')}, 1, ${made('product')}, 'Mal', 'Marka', 'ADET', 1, 1, 10, 1`,
  )
  await fill(
    'idempotency_keys',
    'account_id, key, request_hash, status, answer',
    `${made('account')}, 'key ' || n, sha256(n::text::bytea), 201, '{}'`,
  )
  // The changes of transactions that ended long ago, as nearly all entries are.
  await fill('changes', 'xid, kind, ids', `(1 + n % 500)::text::xid8, 'products', array[${made('product')}]`)
  await client.query('analyze')
}
