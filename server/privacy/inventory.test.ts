import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tablesOf } from '../backup/tables.ts'
import { makeWorld } from '../testing/world.ts'

const PAGE = join(import.meta.dirname, '../../docs/privacy.md')

test('docs/privacy.md states for every column of the database whether it has personal data', async () => {
  const { db } = await makeWorld()
  const columns = (await tablesOf(db)).flatMap(({ name, columns }) =>
    columns.map(column => `${name}.${column.replaceAll('"', '')}`),
  )
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)` \|([^|]*)\|([^|]*)\|/gm)]
  const listed = rows.flatMap(([, table, personal = '', other = '']) =>
    [...`${personal} ${other}`.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`),
  )
  expect(listed.sort()).toEqual(columns.sort())
})
