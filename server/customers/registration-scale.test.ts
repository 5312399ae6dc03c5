import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../db/tables.ts'
import { flush, inTransaction } from '../db/transaction.ts'
import { makeWorld } from '../testing/world.ts'
import { registerCustomer } from './customers.ts'

const ROWS = 5_000

/** The rows of a portal after years, or after as many fuzzed requests. */
const FILLS: RawBuilder<unknown>[] = [
  sql`insert into accounts (id, role, username, username_key, name, email, email_key, password_hash, created_at, email_set_at)
    select gen_random_uuid(), 'customer', 'eski' || n, 'eski' || n, 'Eski ' || n, 'eski' || n || '@x.tr', 'eski' || n || '@x.tr',
      '', '2026-01-01', '2026-01-01' from generate_series(1, ${ROWS}::int) as n`,
  sql`insert into customers (id, phone, address, search_text) select id, '', '', username_key from accounts`,
  sql`insert into account_links (token_hash, account_id, purpose, email, email_key, expires_at)
    select uuid_send(id), id, 'undo', email, email_key, '2027-01-01' from accounts`,
  sql`insert into mails (id, kind, facts, created_at, next_at) select id, 'welcome', '{}', created_at, created_at from accounts`,
  sql`insert into audit_log (created_at, action, entity, entity_id, search_text)
    select created_at, 'created', 'customer', id, '' from accounts`,
  sql`analyze`,
]

const registration = {
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'siparis@lezzet.com.tr',
  phone: '',
  address: '',
  password_hash: '',
}

test('a registration scans no table, however many rows there are', async () => {
  const world = await makeWorld()
  for (const fill of FILLS) await fill.execute(world.owner)
  const read = await inTransaction(world.db, async tx => {
    const before = await rowsScanned(tx)
    await registerCustomer(tx, registration, world.now())
    await flush(tx)
    const after = await rowsScanned(tx)
    return after.filter(([table, rows]) => rows > (before.find(([name]) => name === table)?.[1] ?? 0))
  })
  expect(read).toEqual([])
  // Proves that the figures show a query without an index.
  await inTransaction(world.db, async tx => {
    await sql`select from mails where last_error = 'none'`.execute(tx)
    expect(await rowsScanned(tx)).toContainEqual(['mails', expect.toSatisfy(rows => Number(rows) > ROWS)])
  })
  expect((await world.db.selectFrom('customers').select('id').execute()).length).toBe(ROWS + 1)
})

/** The number of rows per table that this transaction has read without an index. */
async function rowsScanned(db: Database): Promise<[string, number][]> {
  const { rows } = await sql<{ relname: string; seq_tup_read: number }>`
    select relname, seq_tup_read from pg_stat_xact_user_tables where seq_tup_read > 0`.execute(db)
  return rows.map(({ relname, seq_tup_read }) => [relname, seq_tup_read])
}
