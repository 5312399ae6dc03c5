import { sql } from 'kysely'
import type { MovedSince } from '#contract/counts.ts'
import type { Database } from '../db/tables.ts'

/**
 * The marks of a product that is counted now: the last movement of the product and that of its lots. The movements of
 * one product have ascending ids, as its stock is locked for each.
 */
export const movementMarks = (product_id: string) => ({
  last_movement_id: sql<number>`(select coalesce(max(id), 0) from stock_ledger where product_id = ${product_id})`,
  last_lot_movement_id: sql<number>`(
    select coalesce(max(last.id), 0) from lots
    cross join lateral (select max(id) as id from lot_ledger where lot_id = lots.id) as last
    where product_id = ${product_id})`,
})

/** What arrived and left of an open count's products that have become more or fewer since they were counted, by id. */
export async function movedSinceCounted(db: Database, count_id: string): Promise<Map<string, MovedSince>> {
  const { rows } = await sql<MovedSince & { product_id: string }>`
    select item.product_id, ${ARRIVED_AND_LEFT}
    from stock_count_items as item join stock_ledger as moved
      on moved.product_id = item.product_id and moved.id > last_movement_id
    where item.count_id = ${count_id}
    group by item.product_id having sum(on_hand_change) <> 0`.execute(db)
  return new Map(rows.map(({ product_id, arrived, left }) => [product_id, { arrived, left }]))
}

/** The columns of a `MovedSince` from rows of a ledger. */
export const ARRIVED_AND_LEFT = sql`coalesce(sum(greatest(on_hand_change, 0)), 0)::bigint as arrived,
  coalesce(sum(greatest(-on_hand_change, 0)), 0)::bigint as "left"`
