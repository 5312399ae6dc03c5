import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { Batch } from '../db/batch.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const ROWS = 10_000
/**
 * The planner's cost limit for a few rows by an index; a scan of `ROWS` rows costs hundreds. It counts on half a percent
 * of the change log, since it cannot compare transaction ids with its statistics.
 */
const CHEAP = 60
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
  Plans?: Plan[]
}

test('no statement of an order, or of its repetition, reads a whole table', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const items = [{ product_id: await world.product({ on_hand: 100 }), quantity: 1 }]
  const explain = await explainer(world)
  await fillTables(explain.client, customer)

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
  const small = await explain.tablesWithFewerThan(ROWS, new Set(scans.map(scan => scan.table)))
  expect(small, 'tables that this test must fill, or their plans say nothing').toEqual([])
  expect(scans.flatMap(({ slow }) => slow ?? [])).toEqual([])
})

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

async function explainer({ database }: World) {
  const client = new pg.Client(database)
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

/** Fills each table that an order reads with `ROWS` rows, and updates the planner's statistics. */
async function fillTables(client: pg.Client, { id }: TestUser) {
  const fill = (table: string, columns: string, values: string) =>
    client.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${ROWS}) as n`)
  const made = (name: string) => `md5('${name} ' || n)::uuid`
  const token = `sha256(('session ' || n)::bytea)`
  await fill(
    'accounts',
    'id, role, username, username_key, name, password_hash, created_at',
    `${made('account')}, 'customer', 'u' || n, 'u' || n, 'Firma ' || n, '', now()`,
  )
  await fill('customers', 'id, phone, address, search_text', `${made('account')}, '', '', 'firma'`)
  await fill('sessions', 'token_hash, account_id, created_at, last_used_at', `${token}, '${id}', now(), now()`)
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
  // Of transactions long over, as nearly all entries are.
  await fill('changes', 'xid, kind, ids', `(1 + n % 500)::text::xid8, 'products', array[${made('product')}]`)
  await client.query('analyze')
}
