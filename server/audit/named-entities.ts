import { type SqlBool, sql } from 'kysely'
import { productSearchWords } from '#contract/product-search.ts'
import { containsAll, searchWords } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { containing, likeable, turkishFolded } from '../http/search-condition.ts'

const NUMBER = /^#?([0-9a-f]{8}[0-9a-f-]{0,28})$/i

/**
 * Matches entries of the audit trail about entities whose name contains all words of `text`: the current names of
 * accounts, products, routes and standing orders, the names of the customers of quotes, the codes of lots with the
 * names of their products, and the last names of deleted entities. An id, or its first 8 characters or more, matches,
 * too: an order has no other name.
 */
export async function isNamed(db: Database, text: string) {
  const words = searchWords(text)
  const productWords = productSearchWords(text)
  const [few, deleted] = await Promise.all([fewNamed(db, words), deletedNamed(db, words)])
  const [, number = null] = NUMBER.exec(text.trim()) ?? []
  return sql<SqlBool>`(
    audit_log.entity_id = any(${[...few, ...deleted]}::text[])
    or audit_log.entity_id in (
      select id::text from customers where ${containing('customers.search_text', words)}
      union all select id::text from products where ${containing('products.search_text', productWords)}
      union all select custom_orders.id::text from custom_orders join customers on customers.id = custom_orders.customer_id
        where ${containing('customers.search_text', words)}
      union all select lots.id::text from lots left join products on products.id = product_id where ${lotNamed(productWords)})
    or starts_with(audit_log.entity_id, lower(${number}::text)))`
}

/** The name of a lot as entries show it, folded like the contract's `fold`, but of its code only Turkish letters. */
const FOLDED_LOT = sql<string>`${turkishFolded('code')} || ' · ' || coalesce(products.search_text, '')`

const lotNamed = (words: readonly string[]) =>
  sql<SqlBool>`${sql.join(
    words.map(word => sql`${FOLDED_LOT} like ${`%${likeable(word)}%`}`),
    sql` and `,
  )}`

/** Matches staff, routes and standing orders: they are few, so their names are folded after they are read. */
async function fewNamed(db: Database, words: string[]): Promise<string[]> {
  const few = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('role', '!=', 'customer')
    .unionAll(db.selectFrom('delivery_routes').select(['id', 'name']))
    .unionAll(db.selectFrom('standing_orders').select(['id', 'name']))
    .execute()
  return few.filter(({ name }) => containsAll(name, words)).map(({ id }) => id)
}

/** Names of deleted entities are stored in the entry of the deletion only, as they were written. */
async function deletedNamed(db: Database, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ entity_id: string; name: string | null }>`
    select entity_id, coalesce(before ->> 'company_name', before ->> 'name') as name
    from audit_log where action = 'deleted'`.execute(db)
  return rows.filter(({ name }) => name && containsAll(name, words)).map(row => row.entity_id)
}
