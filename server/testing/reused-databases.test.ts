import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { type AcquiredDatabase, acquireDatabase } from './reused-databases.ts'
import { addProducts, people } from './world.ts'

const NOW = new Date('2026-03-10T07:00:00Z')

// A number of connections that no other test uses, so that each test knows which databases are free.
const acquire = (size: number) => acquireDatabase(inject('database'), inject('template'), size)

test('a database that is used again is as the template was', async context => {
  context.skip(!(await isSuperuser()), 'the role of DATABASE_URL may not delete permanent rows')
  const first = await acquire(3)
  const before = { name: await nameOf(first), ...(await contentsOf(first.db)) }
  await people(first.db, () => NOW).customer()
  // Their stock has rows in the ledger, which cannot be deleted.
  await addProducts(first.db, [{}, {}], NOW)
  await sql`select nextval(format('%I.%I', schemaname, sequencename)) from pg_sequences`.execute(first.db)
  await destroyAndRelease(first)

  const second = await acquire(3)
  onTestFinished(() => destroyAndRelease(second))
  expect({ name: await nameOf(second), ...(await contentsOf(second.db)) }).toEqual(before)
})

test('a database is not used again if other connections knew it, one is in use, or one holds a lock', async () => {
  const changes: ((database: AcquiredDatabase, end: Promise<void>) => Promise<unknown>)[] = [
    async database => database.exclusive(),
    async ({ db }) => sql`select pg_advisory_lock(1)`.execute(db),
    ({ db }, end) =>
      new Promise<void>(resolve => {
        const work = async () => {
          resolve()
          await end
        }
        void inTransaction(db, work)
      }),
  ]
  for (const change of changes) {
    const first = await acquire(5)
    const name = await nameOf(first)
    let end = () => {}
    await change(first, new Promise(resolve => (end = resolve)))
    await first.db.destroy()
    const released = first.release()
    end()
    await released
    const second = await acquire(5)
    expect(await nameOf(second)).not.toBe(name)
    await destroyAndRelease(second)
  }
})

async function destroyAndRelease({ db, release }: AcquiredDatabase) {
  await db.destroy()
  await release()
}

async function nameOf({ db }: AcquiredDatabase) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]!.name
}

/** The rows of each table, and the state of each sequence. */
async function contentsOf(db: Pool) {
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
  const rows = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, array_agg(t::text order by t::text) as rows from ${sql.table(name)} as t`,
  )
  // Otherwise the order of the tables depends on the planner.
  const { rows: contents } = await sql`${sql.join(rows, sql` union all `)} order by name`.execute(db)
  const { rows: sequences } = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db)
  return { contents, sequences }
}

async function isSuperuser() {
  const database = await acquire(1)
  onTestFinished(() => destroyAndRelease(database))
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = session_user`.execute(database.db)
  return 'host' in inject('database') || rows[0]!.rolsuper
}
