import { sql } from 'kysely'
import type { LedgerReason } from '#contract/stock.ts'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList } from '../http/lists.ts'

export type Figures = { on_hand: number; reserved: number }
export type Line = { product_id: string; quantity: number }

/** The reasons of movements that bring in goods customers may be waiting for. */
type ArrivalReason = Extract<LedgerReason, 'receipt' | 'count' | 'edit' | 'import'>

/**
 * The ids of the products of which goods have arrived in a transaction. Made by `withArrivalNotifications` of the
 * orders module, which notifies the customers that wait for them.
 */
export type Arrivals = Set<string>

/** The reason, actor and time of a stock movement, stored in its ledger rows. */
export type Cause = (
  | { reason: ArrivalReason; arrivals: Arrivals }
  | { reason: Exclude<LedgerReason, ArrivalReason>; arrivals?: undefined }
) & {
  actor: Actor | undefined
  now: Date
  order_id?: string
  count_id?: string
  note?: string | null
}
export type Move = { product_id: string; on_hand?: number; reserved?: number; note?: string }

/** Locks the products' stock in id order, to avoid deadlocks, and returns the figures by product. */
export async function lockStock(tx: Tx, productIds: string[]): Promise<Map<string, Figures>> {
  if (productIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('stock')
    .selectAll()
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .orderBy('product_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(row => [row.product_id, row]))
}

/**
 * The only function that changes stock: updates the figures by the given amounts, inserts their ledger rows, and adds
 * the products of which goods have arrived to the cause's `arrivals`.
 */
export async function move(tx: Tx, moves: Move[], cause: Cause) {
  const nonZero = moves.filter(({ on_hand, reserved }) => on_hand || reserved)
  if (nonZero.length === 0) return
  const { reason, actor, now, order_id = null, count_id = null, note = null } = cause
  const changed = await sql<{ product_id: string }>`
    with change as (
      select * from unnest(
        ${nonZero.map(m => m.product_id)}::uuid[], ${nonZero.map(m => m.on_hand ?? 0)}::bigint[],
        ${nonZero.map(m => m.reserved ?? 0)}::bigint[], ${nonZero.map(m => m.note ?? note)}::text[]
      ) as change (product_id, on_hand, reserved, note)
    ), moved as (
      update stock set on_hand = stock.on_hand + change.on_hand, reserved = stock.reserved + change.reserved,
        moved_at = case when change.on_hand <> 0 then ${changedAt('stock.product_id', now)} else moved_at end
      from change where stock.product_id = change.product_id
      returning stock.product_id, change.on_hand as on_hand_change, change.reserved as reserved_change,
        stock.on_hand, stock.reserved, change.note
    )
    insert into stock_ledger (created_at, product_id, reason, on_hand_change, reserved_change,
      on_hand_after, reserved_after, actor_id, actor_name, order_id, count_id, note)
    select ${now}, product_id, ${reason}, on_hand_change, reserved_change, on_hand, reserved,
      ${actor?.id ?? null}::uuid, ${actor?.name ?? null}, ${order_id}, ${count_id}, note
    from moved order by product_id
    returning product_id`.execute(tx)
  if (changed.rows.length !== nonZero.length) throw new Error('a product without stock figures cannot move')
  for (const { product_id, on_hand = 0 } of nonZero) if (on_hand > 0) cause.arrivals?.add(product_id)
}

/**
 * The time of a product change, always later than the previous one, even if the request began before that. So a user
 * who has seen the version in between gets a conflict.
 */
export const changedAt = (id: string, now: Date) => sql<Date>`(
  select case when latest > ${now} then latest + interval '1 millisecond' else ${now} end
  from (select greatest(updated_at, moved_at) as latest from products as product join stock as figures on product_id = id
    where id = ${sql.ref(id)}) as was)`

/** Creates the figures of new products with their first ledger rows. */
export async function createStock(tx: Tx, products: { product_id: string; on_hand: number }[], cause: Cause) {
  if (products.length === 0) return
  await sql`
    insert into stock (product_id, on_hand, reserved, moved_at)
    select id, 0, 0, ${cause.now} from unnest(${products.map(({ product_id }) => product_id)}::uuid[]) as id`.execute(
    tx,
  )
  await move(tx, products, cause)
}

/** Every movement of a product, newest first. */
export function ledgerOf(db: Database, product_id: string) {
  const query = db.selectFrom('stock_ledger').selectAll().where('product_id', '=', product_id)
  return keyedList(query, {
    direction: 'desc',
    key: [{ ref: 'stock_ledger.id', kind: 'number', of: row => row.id }],
    item: row => row,
  })
}
