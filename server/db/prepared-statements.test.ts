import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'
import { PreparedStatements } from './batch.ts'
import { MAX_PREPARED, statementName } from './prepared-statements.ts'
import { DatabaseUnavailable } from './unavailable.ts'

test('a text has the same name from its third execution on', () => {
  const names = Array.from({ length: 4 }, () => statementName('select $1 as of_a_test'))
  expect(names.slice(0, 2)).toEqual([undefined, undefined])
  expect(names[2]).toBeDefined()
  expect(names[3]).toBe(names[2])
  expect(statementName('select $1 as another')).toBeUndefined()
  for (const _ of [1, 2, 3]) expect(statementName(`select $1 as ${'long'.repeat(3000)}`)).toBeUndefined()
})

test('statements are prepared, and after a schema change an outdated one fails once', async () => {
  const { db, owner } = await makeWorld({ connections: 1 })
  await sql`create table trial (id int)`.execute(owner)
  const read = () => sql`select * from trial where id > ${0}`.execute(db)
  for (const _ of [1, 2, 3, 4]) await read()
  const { rows } = await sql<{
    name: string
  }>`select name from pg_prepared_statements where statement like '%from trial%'`.execute(db)
  expect(rows).toHaveLength(1)
  await sql`alter table trial add column more int`.execute(owner)
  await expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await sql`insert into trial values (1, 2)`.execute(db)
  expect((await read()).rows).toEqual([{ id: 1, more: 2 }])
})

test('whichever statements fail, a connection has no more prepared statements than are allowed', () => {
  const prepared = new PreparedStatements(() => String)
  const onServer = new Set<string>()
  let random = 1
  const below = (n: number) => (random = (random * 48_271) % 2_147_483_647) % n
  let most = 0
  for (let round = 0; round < 3_000; round++) {
    const names = Array.from({ length: 1 + below(5) }, () => `s${below(600)}`)
    const failsAt = below(3) ? names.length : below(names.length)
    for (const [i, name] of names.entries()) {
      const isKnown = prepared.use(name) !== undefined
      const closing = isKnown ? [] : prepared.preparing(name)
      // PostgreSQL skips the statements after one that has failed.
      if (i > failsAt) continue
      for (const one of closing) onServer.delete(one)
      // PostgreSQL refuses to execute a statement that is not prepared, and to prepare one twice.
      if (isKnown !== onServer.has(name)) expect.fail(`${name} in round ${round}`)
      if (!isKnown) {
        // A statement can fail when it is parsed, or when it is executed.
        if (i < failsAt || below(2)) onServer.add(name)
      }
    }
    // The replies come after the whole batch has been sent.
    for (const name of names.slice(0, failsAt)) if (onServer.has(name)) prepared.add(name, [])
    prepared.end(failsAt < names.length)
    most = Math.max(most, onServer.size)
  }
  expect(most).toBeGreaterThan(MAX_PREPARED - 5)
  // Statements of failed batches are closed with the next preparation.
  expect(most).toBeLessThan(MAX_PREPARED + 10)
})
