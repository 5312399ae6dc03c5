import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '../testing/world.ts'

const SERVER = join(import.meta.dirname, '..')

/** The columns with texts that statements sort by, also through views. */
const TEXTS = new Set([
  'accounts.name',
  'category_line_sums.category',
  'lots.code',
  'order_items.product_name',
  'order_lists.name',
  'orders.user_company',
  'products.category',
  'products.name',
  'standing_orders.name',
  'stock_count_lots.code',
])
/** Columns with ids or a few values of the program, which sort the same by any rule. */
const VALUES = ['order_id', 'status', 'unit', 'warehouse']

test('every text that a statement sorts by is in a column in Turkish order', async () => {
  const { db } = await makeWorld()
  const { rows } = await sql<{ id: string; name: string; collation: string }>`
    select relname || '.' || attname as id, attname as name, collname as collation
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_collation on pg_collation.oid = attcollation
    where relnamespace = current_schema::regnamespace and relkind in ('r', 'v') and atttypid = 'text'::regtype`.execute(
    db,
  )
  const texts = rows.filter(({ id }) => TEXTS.has(id))
  expect(texts).toHaveLength(TEXTS.size)
  expect(texts.filter(({ collation }) => collation !== 'tr-x-icu')).toEqual([])
  const known = new Set([...VALUES, ...texts.map(({ name }) => name)])
  const columns = new Set(rows.map(({ name }) => name))
  const unknown = sortedNames().filter(name => columns.has(name) && !known.has(name))
  expect(unknown, 'columns to add to TEXTS and to declare with collate "tr-x-icu"').toEqual([])
})

/** The names in all sort keys of the server's statements, except for those with a collation of their own. */
function sortedNames(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  const sources = files.filter(name => /^(?!testing|sample).*(?<!\.test)\.ts$/.test(name))
  const keys = sources.flatMap(name => {
    const source = readFileSync(join(SERVER, name), 'utf8')
    return [...source.matchAll(/orderBy\('([\w.]+)'|\bref: ([^\n]+), kind: 'text'|\border by ([^\n`)]+)/g)]
      .map(([, method = '', ref = '', clause = '']) => method || ref || clause)
      .filter(key => !key.includes('collate "tr-x-icu"'))
  })
  return [...new Set(keys.flatMap(key => key.match(/\w+/g) ?? []))]
}
