import { sql } from 'kysely'
import { formatNumber } from '#contract/money.ts'
import { hasPicks, isCancelled, ORDER_STATUS, type OrderStatus } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { saleOf } from '#contract/sale.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { retakeDay } from '../delivery/order-rules.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { applyPicks } from '../lots/picks.ts'
import { newUnitOf, unitChange, unitsOf } from '../stock/changed-units.ts'
import { availableOf, type Figures, type Line, lockStock, type Move, move } from '../stock/ledger.ts'
import { lockOrder, readOrder } from './lists.ts'
import { notifyOrderStatus } from './notify.ts'
import { unitsAtStatus } from './returned-units.ts'

type StatusChange = { reason?: string | null | undefined; expected_status?: OrderStatus | undefined }
type LockedOrder = Awaited<ReturnType<typeof lockOrder>>
type By = {
  actor: Actor
  now: Date
  /** Why the order is cancelled, if it is. */
  reason?: string | null | undefined
}

/**
 * Moves an order to a status, in any direction, and its stock accordingly. A cancelled order keeps the reason. Refuses
 * with `order_status_changed` if it has neither this status nor the expected one. For the warnings see `applyStatus`.
 */
export async function setOrderStatus(
  db: Database,
  actor: Actor,
  id: string,
  status: OrderStatus,
  now: Date,
  { reason, expected_status, companyName }: StatusChange & { companyName: string },
): Promise<{ order: Order } & Warnings> {
  return inTransaction(db, async tx => {
    const order = await lockOrder(tx, actor, id)
    // Also the case of a request without a key that is repeated, as its first reply was lost.
    if (order.status === status) return { order: await readOrder(tx, actor, id) }
    if (expected_status && order.status !== expected_status)
      refuse('order_status_changed', ORDER_STATUS[order.status].label)
    const warnings = await applyStatus(tx, order, status, { actor, now, reason })
    return { order: await readAndNotify(tx, actor, id, { now, companyName }), ...warnings }
  })
}

/** Reads the order and notifies of its new status. */
export async function readAndNotify(
  tx: Tx,
  actor: Actor,
  id: string,
  how: { now: Date; companyName: string },
): Promise<Order> {
  const order = await readOrder(tx, actor, id)
  await notifyOrderStatus(tx, actor, order, how)
  return order
}

type Warnings = Partial<Record<'delivery_warning' | 'stock_warning' | 'unit_warning' | 'shortage_warning', string>>

/**
 * Sets the new status and moves the stock as its `goods` say: an open order reserves them, a completed one takes them
 * from stock (as many as there are; each line stores how many), a cancelled one holds nothing. The picks of its lots are
 * adjusted accordingly (`server/lots/picks.ts`). Returns the warnings of `retakeDay`, `stockWarning`,
 * `unitWarning` and `shortageWarning`.
 */
export async function applyStatus(tx: Tx, order: LockedOrder, status: OrderStatus, by: By): Promise<Warnings> {
  const ordered = await tx
    .selectFrom('order_items')
    .select(['product_id', 'product_name', 'quantity', 'unit', 'taken', 'expected_stock_date'])
    .where('order_id', '=', order.id)
    .execute()
  const ids = ordered.map(line => line.product_id)
  const stock = await lockStock(tx, ids)
  const from = ORDER_STATUS[order.status]
  const to = ORDER_STATUS[status]
  // Read only now, as a unit may have changed while this waited for the stock.
  const units = from.goods === 'taken' || to.goods === 'taken' ? await unitsOf(tx, ids) : undefined
  // Taken goods are in the unit in which they left, which the lines do not have.
  const takenIn = from.goods === 'taken' ? await unitsAtStatus(tx, order, ids) : undefined
  const lines = ordered.map(line => {
    const unit = takenIn?.get(line.product_id) ?? line.unit
    return { ...line, unit, new_unit: newUnitOf(unit, units?.get(line.product_id)) }
  })
  const lots = await applyPicks(tx, { order_id: order.id, from: order.status, to: status, lines, stock, now: by.now })
  const moves = lines.map(({ product_id, quantity, taken }): Move & { taken: number | null } => {
    const back = taken ?? 0
    const onHand = stock.get(product_id)!.on_hand + back
    const ofLots = lots.get(product_id)
    const take = to.goods === 'taken' ? (ofLots?.taken ?? taken ?? Math.min(quantity, onHand)) : null
    const missing = take === null ? 0 : quantity - take
    return {
      product_id,
      on_hand: back - (take ?? 0),
      reserved: (to.goods === 'reserved' ? quantity : 0) - (from.goods === 'reserved' ? quantity : 0),
      ...(missing && { note: `Eksik: ${missing}` }),
      ...(ofLots && { lots: ofLots.lots }),
      taken: take,
    }
  })
  const { actor, now } = by
  const reason = to.ledger?.entering ?? from.ledger?.leaving
  if (reason) await move(tx, moves, { actor, now, reason, order_id: order.id })
  if (from.goods === 'taken' || to.goods === 'taken') await storeTaken(tx, order.id, moves)
  const isTakenUp = to.goods === 'reserved' && from.goods === 'none'
  const { overridden, ...warning } = isTakenUp ? await retakeDay(tx, order, now) : { overridden: [] }
  await tx
    .updateTable('orders')
    .set({ status, updated_at: now, ...cancellationAfter(order.status, status, by) })
    .where('id', '=', order.id)
    .execute()
  // A lot to which goods return may have been blocked since they left it; goods that leave may be the last of a lot, or
  // goods without a lot that other orders need; those that the order had may be free now.
  if (hasPicks(order.status) || to.goods === 'taken') {
    const withLots = ids.filter(id => lots.has(id) || stock.get(id)!.in_lots > 0)
    await adjustPicks(tx, withLots, now)
  }
  const entry = { action: 'status_changed', entity: 'order', entity_id: order.id } as const
  const after = { status, ...(overridden.length > 0 && { overridden }) }
  await record(tx, { actor, now }, [{ ...entry, before: { status: order.status }, after }])
  return {
    ...warning,
    ...(isTakenUp && (await stockWarning(tx, lines, stock))),
    ...unitWarning(lines, moves),
    ...shortageWarning(lines, moves),
  }
}

type StoredLine = { product_name: string; quantity: number; unit: string; new_unit: string | null }

/**
 * The goods that are reserved though fewer could be sold; `stock` is that before they are. A promised line is left out
 * if it could be promised today as well.
 */
async function stockWarning(
  tx: Tx,
  lines: readonly (StoredLine & Line & { expected_stock_date: string | null })[],
  stock: ReadonlyMap<string, Figures>,
): Promise<Warnings> {
  const short = lines.filter(({ product_id, quantity }) => availableOf(stock.get(product_id)!) < quantity)
  const dates = await expectedDatesOf(
    tx,
    short.filter(line => line.expected_stock_date !== null).map(line => line.product_id),
  )
  const texts = short.flatMap(({ product_id, product_name, quantity }) => {
    const available = availableOf(stock.get(product_id)!)
    const sale = saleOf({ available, expected_stock_date: dates.get(product_id) ?? null }, quantity)
    if (sale.sold) return []
    return [`${product_name} (${formatNumber(quantity)} ayrıldı, ${formatNumber(sale.most)} satılabilir)`]
  })
  return texts.length > 0 ? { stock_warning: texts.join(', ') } : {}
}

/** The days on which products are expected now, by id. */
async function expectedDatesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const products = await tx
    .selectFrom('products')
    .select(['id', 'expected_stock_date'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(products.map(({ id, expected_stock_date }) => [id, expected_stock_date]))
}

/**
 * The goods that leave the stock in another unit than they were ordered in, or return in another one than they left in,
 * as it has changed since: they move by their number. `moves` are those of the lines.
 */
function unitWarning(lines: readonly StoredLine[], moves: readonly { on_hand?: number }[]): Warnings {
  const changed = lines.flatMap(({ product_name, quantity, unit, new_unit }, i) => {
    const { on_hand = 0 } = moves[i]!
    if (new_unit === null || on_hand === 0) return []
    const before = `${formatNumber(on_hand < 0 ? quantity : on_hand)} ${unit}`
    const moved = `${formatNumber(Math.abs(on_hand))} ${new_unit}`
    return [unitChange({ product_name, unit: before, new_unit: moved })]
  })
  return changed.length > 0 ? { unit_warning: changed.join(', ') } : {}
}

/** The goods of which fewer leave the stock than were ordered, without those that `unitWarning` names. */
function shortageWarning(lines: readonly StoredLine[], moves: readonly { taken: number | null }[]): Warnings {
  const short = lines.flatMap(({ product_name, quantity, new_unit }, i) => {
    const { taken } = moves[i]!
    if (taken === null || taken >= quantity || (new_unit !== null && taken > 0)) return []
    return [`${product_name} (${formatNumber(quantity)} istendi, ${formatNumber(taken)} çıktı)`]
  })
  return short.length > 0 ? { shortage_warning: short.join(', ') } : {}
}

/** The columns of an order that is not cancelled. */
export const NOT_CANCELLED = { cancelled_by: null, cancelled_by_name: null, cancel_reason: null }

function cancellationAfter(from: OrderStatus, to: OrderStatus, by: By) {
  if (!isCancelled(to)) return NOT_CANCELLED
  // Another status of a cancelled order keeps the cancellation, unless a reason is given.
  return isCancelled(from) && !by.reason ? {} : cancellationBy(by)
}

// An admin cancels on behalf of the wholesaler; only the audit trail has the name.
const cancellationBy = ({ actor, reason }: By) => ({
  cancelled_by: actor.role,
  cancelled_by_name: actor.role === 'admin' ? null : actor.name,
  cancel_reason: reason || null,
})

async function storeTaken(tx: Tx, orderId: string, lines: { product_id: string; taken: number | null }[]) {
  await sql`
    update order_items set taken = line.taken
    from unnest(${lines.map(line => line.product_id)}::uuid[], ${lines.map(line => line.taken)}::bigint[]) as line (product_id, taken)
    where order_id = ${orderId} and order_items.product_id = line.product_id`.execute(tx)
}
