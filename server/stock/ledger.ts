import { type Selectable, type SqlBool, sql } from 'kysely'
import type { LedgerReason } from '#contract/stock.ts'
import { LOW_STOCK, type StockLevel } from '#contract/stock-level.ts'
import type { Database, Tables } from '../db/tables.ts'
import { queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList } from '../http/lists.ts'
import { refreshScreens } from '../notifications/live.ts'
import { unitsAt, withNewUnit } from './changed-units.ts'
import { changeLots, type LotChange, lotEffects } from './lots.ts'

/** The quantities of a product on hand and reserved, and the part of the former that is in lots. */
export type Figures = { on_hand: number; reserved: number; in_lots: number }
export type Line = { product_id: string; quantity: number }

/**
 * The quantity that can be ordered or moved; negative if open orders reserve more than the goods on hand that are not
 * blocked.
 */
export const availableOf = ({ on_hand, reserved }: Pick<Figures, 'on_hand' | 'reserved'>) => on_hand - reserved

/** The same in SQL, from columns of these names. */
export const AVAILABLE = sql<number>`(on_hand - reserved)`

/** Whether the available quantity has this level, as `stockLevel` decides. */
export const HAS_LEVEL = {
  low: sql<SqlBool>`${AVAILABLE} between 1 and ${sql.lit(LOW_STOCK - 1)}`,
  out: sql<SqlBool>`${AVAILABLE} <= 0`,
} satisfies Partial<Record<StockLevel, unknown>>

/** The reasons of movements that bring in goods customers may be waiting for. */
type ArrivalReason = Extract<
  LedgerReason,
  'receipt' | 'count' | 'edit' | 'import' | 'transfer' | 'lot_released' | 'offer'
>

/**
 * The ids of the products whose goods have arrived in a transaction. Made by `withArrivalNotifications` of the
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
/** A movement of a product. The changes of `lots` are part of `on_hand`; the rest is of goods without a lot. */
export type Move = { product_id: string; on_hand?: number; reserved?: number; note?: string; lots?: LotChange[] }

/** Locks the products' stock in id order, to avoid deadlocks, and returns the figures by product. */
export async function lockStock(tx: Tx, productIds: string[]): Promise<Map<string, Figures>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await tx.executeQuery(stockLock(productIds).compile())
  return figuresOf(rows)
}

type StockRow = Selectable<Tables['stock']>

/** The statement of `lockStock`; `figuresOf` takes its rows. */
const stockLock = (productIds: string[]) =>
  statementOf<StockRow>('select * from stock where product_id = any($1::uuid[]) order by product_id for update', [
    productIds,
  ])

/**
 * The statement of `lockStock` for an order. It locks nothing if the customer is being deleted, since the deletion
 * locks the stock first and then waits for the order's other locks.
 */
export const stockLockFor = (customerId: string, productIds: string[]) =>
  statementOf<StockRow>(
    `select * from stock where product_id = any($1::uuid[])
      and exists (select from customers where id = $2 for key share skip locked)
    order by product_id for update`,
    [productIds, customerId],
  )

/** The figures by product. */
export const figuresOf = (rows: StockRow[]): Map<string, Figures> => new Map(rows.map(row => [row.product_id, row]))

/**
 * The only function that changes the stock of existing products: updates the figures by the given amounts and inserts
 * their ledger rows, including those of lots, and adds the products whose goods have arrived to the cause's `arrivals`.
 * Where it takes more than the goods without a lot, it takes from the lots that leave first. Each product must occur
 * once.
 */
export async function move(tx: Tx, moves: Move[], cause: Cause) {
  const nonZero = moves.filter(({ on_hand, reserved, lots }) => on_hand || reserved || lots?.length)
  if (nonZero.length === 0) return
  // For a product that occurs twice the statement would change figures once, but insert two ledger rows.
  if (new Set(nonZero.map(m => m.product_id)).size < nonZero.length) throw new Error('a product moves twice')
  const { reason, actor, now, order_id = null, count_id = null, note = null } = cause
  const effects = await lotEffects(tx, nonZero)
  const changes = nonZero.flatMap((one, at) =>
    (effects.get(at)?.changes ?? []).map(change => ({ ...change, note: one.note ?? note })),
  )
  if (changes.length > 0) await changeLots(tx, changes, cause)
  const values = [
    nonZero.map(m => m.product_id),
    nonZero.map(m => m.on_hand ?? 0),
    // Goods on hand in a blocked lot count as reserved.
    nonZero.map((m, at) => (m.reserved ?? 0) + (effects.get(at)?.blocked ?? 0)),
    nonZero.map(m => m.note ?? note),
    now,
    reason,
    actor?.id ?? null,
    actor?.name ?? null,
    order_id,
    count_id,
    nonZero.map((_, at) => effects.get(at)?.in_lots ?? 0),
  ]
  await queueStatement(tx, statementOf(MOVE, values))
  // Not for each order, as the rows of lists sorted by stock would move all the time while an admin points at one.
  if (order_id === null) refreshScreens(tx, { roles: ['admin'] })
  for (const [at, { product_id, on_hand = 0, reserved = 0 }] of nonZero.entries()) {
    const sellable = on_hand - (effects.get(at)?.blocked ?? 0)
    if (sellable > 0 || (reason === 'lot_released' && reserved < 0)) cause.arrivals?.add(product_id)
  }
}

/**
 * The SQL of `nextChangeTime` in two halves, between which the time is put: a parameter number in `MOVE`, a value in an
 * expression.
 */
const changed = (id: string) => ({
  before: `(
  select case when latest > now then latest + interval '1 millisecond' else now end
  from (select greatest(updated_at, moved_at) as latest, `,
  after: `::timestamptz as now from products as product join stock as figures on product_id = id where id = ${id}) as was)`,
})

/**
 * The time of a product change, always later than the previous one, even if the request began before that. So a user
 * who has seen the version in between gets a conflict. `id` is the product's column in the statement.
 */
export function nextChangeTime(id: string, now: Date) {
  const { before, after } = changed(id)
  return sql<Date>`${sql.raw(before)}${now}${sql.raw(after)}`
}

const { before: beforeNow, after: afterNow } = changed('stock.product_id')

/** A product without stock figures cannot move: its ledger row would have none, which the table refuses. */
const MOVE = `
  with change as (
    select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $11::bigint[])
      as change (product_id, on_hand, reserved, note, in_lots)
  ), moved as (
    update stock set on_hand = stock.on_hand + change.on_hand, reserved = stock.reserved + change.reserved,
      in_lots = stock.in_lots + change.in_lots,
      moved_at = case when change.on_hand <> 0 then ${beforeNow}$5${afterNow} else moved_at end
    from change where stock.product_id = change.product_id
    returning stock.product_id, stock.on_hand, stock.reserved
  )
  insert into stock_ledger (created_at, product_id, reason, on_hand_change, reserved_change,
    on_hand_after, reserved_after, actor_id, actor_name, order_id, count_id, note)
  select $5::timestamptz, product_id, $6, change.on_hand, change.reserved, moved.on_hand, moved.reserved, $7::uuid, $8, $9,
    $10, note
  from change left join moved using (product_id) order by product_id`

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

/** Every movement of a product, newest first, in the unit that the product had then. */
export function ledgerOf(db: Database, product_id: string) {
  const { builder, columns } = unitsAt(db, sql`${product_id}::uuid`, 'stock_ledger.created_at')
  const movements = builder.selectFrom('stock_ledger').where('product_id', '=', product_id)
  return keyedList(movements.selectAll().select(columns), {
    direction: 'desc',
    key: [{ ref: 'stock_ledger.id', kind: 'number', of: row => row.id }],
    item: withNewUnit,
  })
}
