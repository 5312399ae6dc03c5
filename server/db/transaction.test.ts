import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../testing/databases.ts'
import { connect } from './connect.ts'
import {
  afterCommit,
  inSnapshot,
  inTransaction,
  invalidatedBy,
  type Pool,
  type Tx,
  takeAdvisoryLock,
  takeLongHeldLock,
} from './transaction.ts'

async function openPool(): Promise<Pool> {
  const database = await cloneDatabase(inject('database'), inject('template'))
  const pool = connect(database.owner, { connections: 4 })
  onTestFinished(async () => {
    await pool.destroy()
    database.discard()
  })
  return pool
}

const store = (tx: Tx, name: string) =>
  tx
    .insertInto('portal_secrets')
    .values({ name, value: Buffer.from(name) })
    .execute()

async function stored(pool: Pool): Promise<string[]> {
  const rows = await pool
    .selectFrom('portal_secrets')
    .select('name')
    .where('name', 'like', 'test %')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

test('a transaction inside a transaction joins it: both are committed or neither', async () => {
  const pool = await openPool()
  await inTransaction(pool, async tx => {
    await store(tx, 'test 1')
    await inTransaction(tx, async inner => {
      expect(inner).toBe(tx)
      await store(inner, 'test 2')
    })
    expect(await stored(pool)).toEqual([])
  })
  expect(await stored(pool)).toEqual(['test 1', 'test 2'])

  const failing = inTransaction(pool, async tx => {
    await inTransaction(tx, inner => store(inner, 'test 3'))
    throw new Error('late')
  })
  await expect(failing).rejects.toThrow('late')
  expect(await stored(pool)).toEqual(['test 1', 'test 2'])
})

test('a transaction whose work ignores an error of the database is not reported as committed', async () => {
  const pool = await openPool()
  let isAfter = false
  const careless = inTransaction(pool, async tx => {
    afterCommit(tx, () => void (isAfter = true))
    await store(tx, 'test 1')
    await sql`select 1 / ${0}::int`.execute(tx).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('is rolled back')
  expect([await stored(pool), isAfter]).toEqual([[], false])
})

test('work of `afterCommit` runs once, after the outermost commit and outside the transaction', async () => {
  const pool = await openPool()
  const seen: string[] = []
  const reads: Promise<string[]>[] = []
  await inTransaction(pool, async tx => {
    await inTransaction(tx, async inner => {
      await store(inner, 'test 1')
      afterCommit(inner, given => {
        expect(given).toBe(pool)
        seen.push('after the commit')
        reads.push(stored(given))
      })
    })
    seen.push('inside')
  })
  expect(seen).toEqual(['inside', 'after the commit'])
  expect(await Promise.all(reads)).toEqual([['test 1']])
})

test('work of `afterCommit` does not run after a rollback or a failed commit', async () => {
  const pool = await openPool()
  await sql`create table late_check (id int unique deferrable initially deferred)`.execute(pool)
  const seen: string[] = []
  const failing = inTransaction(pool, async tx => {
    afterCommit(tx, () => seen.push('rolled back'))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  const refusedByCommit = inTransaction(pool, async tx => {
    afterCommit(tx, () => seen.push('not committed'))
    await sql`insert into late_check values (1), (1)`.execute(tx)
  })
  await expect(refusedByCommit).rejects.toThrow('late_check')
  expect(seen).toEqual([])
})

test('`afterCommit` throws in a raw transaction and after the end of one, as the work would be lost', async () => {
  const pool = await openPool()
  await pool.transaction().execute(async raw => {
    // @ts-expect-error A transaction opened by Kysely alone is not a Tx.
    expect(() => afterCommit(raw, () => undefined)).toThrow('needs an open transaction of inTransaction')
    await expect(inTransaction(raw, async () => undefined)).rejects.toThrow('Only a pool or an open transaction')
  })
  const over = await inTransaction(pool, async tx => tx)
  expect(() => afterCommit(over, () => undefined)).toThrow('needs an open transaction of inTransaction')
})

test('a transaction knows what the mutation or job that opened it invalidates', async () => {
  const pool = await openPool()
  const invalidates = ['orders'] as const
  const declaring = pool.invalidating(invalidates)
  expect(pool.invalidating(invalidates)).toBe(declaring)
  let after: Pool | undefined
  await inTransaction(declaring, async tx => {
    afterCommit(tx, of => void (after = of))
    await inTransaction(tx, async inner => expect(invalidatedBy(inner)).toBe(invalidates))
    await store(tx, 'test 1')
  })
  // Work after the commit has the pool that all share, by which it is found.
  expect(after).toBe(pool)
  expect(await stored(pool)).toEqual(['test 1'])
  expect(await inTransaction(pool, async tx => invalidatedBy(tx))).toBeUndefined()
})

test('the compiler refuses a pool for a transaction, and a transaction for a pool', async () => {
  const pool = await openPool()
  // @ts-expect-error A pool is no transaction.
  const withPool = () => takeAdvisoryLock(pool, 'first_admin')
  // @ts-expect-error A transaction is no pool.
  const withTx = (tx: Tx) => inSnapshot(tx, async () => undefined)
  expect([withPool, withTx]).toHaveLength(2)
})

test('a snapshot does not see later commits and refuses to write', async () => {
  const pool = await openPool()
  await inSnapshot(pool, async snapshot => {
    await snapshot.selectFrom('portal_secrets').select('name').execute()
    await inTransaction(pool, tx => store(tx, 'test 1'))
    const names = await snapshot.selectFrom('portal_secrets').select('name').where('name', '=', 'test 1').execute()
    expect(names).toEqual([])
  })
  await expect(inSnapshot(pool, tx => store(tx, 'test 2'))).rejects.toThrow('read-only transaction')
})

test('an advisory lock is held until the transaction ends, per lock and subject', async () => {
  const pool = await openPool()
  const order: string[] = []
  let second: Promise<void> | undefined
  await inTransaction(pool, async tx => {
    await takeAdvisoryLock(tx, 'product_import', 'Ana Depo')
    second = inTransaction(pool, async other => {
      await takeAdvisoryLock(other, 'product_import', 'Ana Depo')
      order.push('second')
    })
    await inTransaction(pool, async other => {
      await takeAdvisoryLock(other, 'product_import', 'Gecici Depo')
      await takeAdvisoryLock(other, 'customer_import', 'Ana Depo')
      order.push('others')
    })
    await waitingForLock(pool)
    order.push('first')
  })
  await second
  expect(order).toEqual(['others', 'first', 'second'])
})

test('a lock that is held for long is waited for beyond the limit of other locks, which applies again afterwards', async () => {
  const pool = await openPool()
  const limit = async (tx: Tx) => (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)).rows[0]
  const takes = (take: typeof takeAdvisoryLock) =>
    inTransaction(pool, async tx => {
      await sql`set local lock_timeout = 20`.execute(tx)
      await take(tx, 'customer_import')
      return limit(tx)
    })
  const outcome = await inTransaction(pool, async tx => {
    await takeAdvisoryLock(tx, 'customer_import')
    const patient = takes(takeLongHeldLock)
    await waitingForLock(pool)
    await expect(takes(takeAdvisoryLock)).rejects.toThrow('lock timeout')
    return { patient }
  })
  expect(await outcome.patient).toEqual({ lock_timeout: '20ms' })
})

/** Resolves when a transaction waits for an advisory lock. */
async function waitingForLock(pool: Pool) {
  const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await waiting.execute(pool)).rows.length === 0);
}
