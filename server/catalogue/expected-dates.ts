import { sql } from 'kysely'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refreshCatalogue } from '../stock/catalogue-screens.ts'
import { IS_OFFER } from '../stock/lots.ts'
import { lockProducts, nextEditTime } from './products.ts'

type Day = string | null
/** The new expected date of a product, and the one that it must currently have; without `from`, any. */
type DateChange = { id: string; to: Day; from?: Day }

/**
 * Sets the expected dates of products. Returns the ids of the products that were set, of those left unchanged because
 * their current date is not the required one, and of the offers, which get none. Deleted products are in none of them.
 */
export async function setExpectedDates(
  db: Database,
  { actor, now }: { actor: Actor<'admin'>; now: Date },
  dateChanges: DateChange[],
): Promise<{ set: string[]; changed: string[]; offers: string[] }> {
  const wanted = new Map(dateChanges.map(change => [change.id, change]))
  const ids = [...wanted.keys()]
  return inTransaction(db, async tx => {
    await lockProducts(tx, ids)
    const found = await tx
      .selectFrom('products')
      .select(['id', 'expected_stock_date', IS_OFFER.as('is_offer')])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
    // An offer gets goods from its lot only: with a date it would be sold without limit.
    const present = found.filter(({ is_offer }) => !is_offer)
    const offers = found.flatMap(({ id, is_offer }) => (is_offer ? [id] : []))
    const settable = present.flatMap(({ id, expected_stock_date }) => {
      const { to = null, from = expected_stock_date } = wanted.get(id) ?? {}
      return from === expected_stock_date ? [{ id, before: expected_stock_date, to }] : []
    })
    await sql`
      update products set expected_stock_date = wanted.day, updated_at = ${nextEditTime(now)}
      from unnest(${settable.map(({ id }) => id)}::uuid[], ${settable.map(({ to }) => to)}::date[]) as wanted (id, day)
      where products.id = wanted.id`.execute(tx)
    refreshCatalogue(tx)
    const records = settable.map(({ id, before, to }) => {
      return {
        action: 'updated',
        entity: 'product',
        entity_id: id,
        before: { expected_stock_date: before },
        after: { expected_stock_date: to },
      } as const
    })
    await record(tx, { actor, now }, records)
    const set = new Set(settable.map(({ id }) => id))
    return { set: [...set], changed: present.flatMap(({ id }) => (set.has(id) ? [] : id)), offers }
  })
}
