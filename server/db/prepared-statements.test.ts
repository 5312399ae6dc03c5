import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'
import { statementName } from './prepared-statements.ts'
import { DatabaseUnavailable } from './unavailable.ts'

test('a text has a name from its third execution on, always the same', () => {
  const names = Array.from({ length: 4 }, () => statementName('select $1 as of_a_test'))
  expect(names.slice(0, 2)).toEqual([undefined, undefined])
  expect(names[2]).toBeDefined()
  expect(names[3]).toBe(names[2])
  expect(statementName('select $1 as another')).toBeUndefined()
  for (const _ of [1, 2, 3]) expect(statementName(`select $1 as ${'long'.repeat(3000)}`)).toBeUndefined()
})

test('statements are prepared, and one of an earlier schema is refused once', async () => {
  const { db } = await makeWorld({ connections: 1 })
  await sql`create table trial (id int)`.execute(db)
  const read = () => sql`select * from trial where id > ${0}`.execute(db)
  for (const _ of [1, 2, 3, 4]) await read()
  const { rows } = await sql<{
    name: string
  }>`select name from pg_prepared_statements where statement like '%from trial%'`.execute(db)
  expect(rows).toHaveLength(1)
  await sql`alter table trial add column more int`.execute(db)
  await expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await sql`insert into trial values (1, 2)`.execute(db)
  expect((await read()).rows).toEqual([{ id: 1, more: 2 }])
})
