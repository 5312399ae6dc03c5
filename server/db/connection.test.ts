import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../testing/databases.ts'
import { connect } from './connect.ts'
import { MAX_PREPARED } from './prepared-statements.ts'
import { executeTogether, flush, inTransaction, type Pool, queueStatement, statementOf } from './transaction.ts'
import { DatabaseUnavailable } from './unavailable.ts'

async function onePool(connections = 1, timeout?: number): Promise<Pool> {
  const database = await cloneDatabase(inject('database'), inject('template'))
  const pool = connect(database.owner, { connections, ...(timeout && { timeout }) })
  onTestFinished(async () => {
    await pool.destroy()
    database.discard()
  })
  await sql`create table trial (id int primary key, note text)`.execute(pool)
  return pool
}

const insertion = (id: number, note = '') => statementOf('insert into trial values ($1, $2)', [id, note])

async function stored(pool: Pool) {
  const { rows } = await sql<{ id: number }>`select id from trial where id > ${0} order by id`.execute(pool)
  return rows.map(({ id }) => id)
}

test('a queued statement is executed with the next one, or with the commit', async () => {
  const pool = await onePool()
  await inTransaction(pool, async tx => {
    await queueStatement(tx, insertion(1))
    const { rows } = await sql`select id from trial where id = ${1}`.execute(tx)
    expect(rows).toEqual([{ id: 1 }])
    await queueStatement(tx, insertion(2))
  })
  expect(await stored(pool)).toEqual([1, 2])
})

test('an error of a queued statement rejects the next one or the commit, and nothing is stored', async () => {
  const pool = await onePool()
  for (const _ of [1, 2, 3, 4]) {
    const failing = inTransaction(pool, async tx => {
      await queueStatement(tx, insertion(1))
      await queueStatement(tx, insertion(1))
      await sql`select id from trial where id = ${1}`.execute(tx)
    })
    await expect(failing).rejects.toThrow('trial_pkey')
    const failingCommit = inTransaction(pool, async tx => {
      await queueStatement(tx, insertion(1))
      await queueStatement(tx, insertion(1))
    })
    await expect(failingCommit).rejects.toThrow('trial_pkey')
    await expect(inTransaction(pool, tx => queueStatement(tx, statementOf('nonsense $1', [1])))).rejects.toThrow(
      'syntax',
    )
  }
  expect(await stored(pool)).toEqual([])
  await inTransaction(pool, tx => queueStatement(tx, insertion(1)))
  expect(await stored(pool)).toEqual([1])
})

test('a check that throws fails the transaction, and takes precedence over errors of later statements', async () => {
  const pool = await onePool()
  const failing = inTransaction(pool, async tx => {
    await queueStatement(tx, insertion(1), ({ numAffectedRows }) => {
      if (numAffectedRows === 1n) throw new Error('checked')
    })
    await queueStatement(tx, insertion(1))
    await flush(tx)
  })
  await expect(failing).rejects.toThrow('checked')
  expect(await stored(pool)).toEqual([])
})

test('statements that are sent together see the effects of those before them, and return their own rows', async () => {
  const pool = await onePool()
  const count = (from: number) => statementOf<{ n: number }>('select count(*) as n from trial where id > $1', [from])
  for (const round of [1, 2, 3, 4]) {
    const results = await inTransaction(pool, tx =>
      executeTogether(tx, count(0), insertion(round), count(0), count(100), count(0)),
    )
    expect(results).toEqual([[{ n: round - 1 }], [], [{ n: round }], [{ n: 0 }], [{ n: round }]])
  }
})

test('a transaction that has no statements or fails before the first one leaves the connection usable', async () => {
  const pool = await onePool()
  await inTransaction(pool, async () => undefined)
  const failing = inTransaction(pool, async tx => {
    await queueStatement(tx, insertion(1))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await stored(pool)).toEqual([])
})

test('values of every kind are sent and received unchanged', async () => {
  const pool = await onePool()
  const instant = new Date('2026-03-10T07:00:00.123Z')
  const texts = ['a"b\\c', '{}', 'ş, ü', '', null]
  const { rows } =
    await sql`select ${null}::text as nothing, ${true}::boolean as yes, ${2.5}::float8 as number, ${12n}::bigint as large,
    ${instant}::timestamptz as instant, ${Buffer.from([0, 255])}::bytea as bytes, ${{ a: ['"'] }}::jsonb as object,
    ${texts}::text[] as texts, ${[[1, 2], [3, 4]]}::int[] as nested, ${[Buffer.from([1, 92])]}::bytea[] as blobs`.execute(
      pool,
    )
  expect(rows).toEqual([
    {
      nothing: null,
      yes: true,
      number: 2.5,
      large: 12,
      instant: instant.toISOString(),
      bytes: Buffer.from([0, 255]),
      object: { a: ['"'] },
      texts,
      nested: [
        [1, 2],
        [3, 4],
      ],
      blobs: [Buffer.from([1, 92])],
    },
  ])
})

test('varying texts do not prevent others from being prepared, and a connection has a limited number of them', async () => {
  const pool = await onePool()
  for (let i = 0; i < MAX_PREPARED + 20; i++)
    for (const _ of [1, 2, 3]) await sql`select ${sql.lit(i)} + ${1}::int as sum`.execute(pool)
  for (const _ of [1, 2, 3, 4]) await sql`select ${1}::int as of_the_last`.execute(pool)
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(pool)
  expect(rows.length).toBeLessThanOrEqual(MAX_PREPARED)
  expect(rows.map(({ statement }) => statement)).toContainEqual(expect.stringContaining('of_the_last'))
})

test('a long wait for a free connection ends with an error, and the connection in use stays open', async () => {
  const pool = await onePool(1, 500)
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pool)).rows[0]?.pid
  const before = await backend()
  await inTransaction(pool, async () => {
    await expect(sql`select 2`.execute(pool)).rejects.toThrow(DatabaseUnavailable)
  })
  expect(await backend()).toBe(before)
})

test('time in which the process does not run does not count as waiting for a connection', async () => {
  const database = await cloneDatabase(inject('database'), inject('template'))
  const pool = connect(database.owner, { connections: 1, timeout: 2000 })
  onTestFinished(async () => {
    await pool.destroy()
    database.discard()
  })
  const reply = sql<{ n: number }>`select 1 as n`.execute(pool)
  await setImmediate()
  // Like on a machine that gives the process no processor, or was suspended.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)
  expect((await reply).rows).toEqual([{ n: 1 }])
})
