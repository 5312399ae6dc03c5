import { type Kurus, kurus, liraOf } from '#contract/money.ts'
import type { OwnRevision, Revision, RevisionRecord } from '#contract/order-revisions.ts'
import { isPending } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { ADMIN_NAME } from '#contract/roles.ts'
import { type By, record } from '../audit/audit.ts'
import { lockOrderingCustomer } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type OrderDay, type Overridden, requireAdminToOverride, reviseDelivery } from '../delivery/order-rules.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { lockStock, move } from '../stock/ledger.ts'
import { lockOrder, readOrder } from './lists.ts'
import { notifyOrderRevised } from './notify.ts'
import { refuseAboveOpenValue } from './open-value.ts'
import {
  addDeliveryFee,
  mergeLines,
  type PricedLine,
  type ProductOnSale,
  priceLine,
  pricesByProduct,
  productsOnSale,
  promisedDates,
  type RequestedLine,
  refuseChangedTerms,
  refuseChangedUnits,
  totalsOf,
} from './pricing.ts'

/**
 * Changes lines, quantities, prices, notes or day of a pending order. The reserved stock moves by the difference; a
 * raised quantity needs stock as a new order does. The changes are stored line by line. Refuses with `price_changed` if
 * the unit of an added product is not the one that the user saw.
 */
export async function reviseOrder(
  db: Database,
  actor: Actor<'marketer' | 'admin'>,
  id: string,
  revision: Revision,
  terms: Terms,
): Promise<Order> {
  const items = revision.items.map(({ price: _, ...line }) => line)
  return revise(db, actor, id, { ...revision, items, prices: pricesByProduct(revision.items) }, terms)
}

/**
 * Changes lines, quantities or notes of a customer's own pending order, as a marketer's revision does. Lines of the
 * order keep their prices and VAT rates, whatever their quantity; added ones get those of today. Refuses with
 * `price_changed` if the total or a unit is not the one that the customer saw.
 */
export async function reviseOwnOrder(
  db: Database,
  customer: Actor<'customer'>,
  id: string,
  revision: OwnRevision,
  terms: Terms,
): Promise<Order> {
  return revise(db, customer, id, { ...revision, prices: new Map() }, { ...terms, expected: revision })
}

type Prices = ReadonlyMap<string, Kurus>
/** The requested state of the order. Where `prices` (kuruş, by product) has none, a line keeps its price. */
type Wanted = Pick<Revision, 'notes' | 'revision_count' | 'delivery_date' | 'overrides_delivery'> & {
  items: OwnRevision['items']
  prices: Prices
}
type Terms = {
  now: Date
  /** The limit of the customer's open orders after the revision, in kuruş. */
  maxOpenValue: Kurus | undefined
  /** The wholesaler's name, as which an admin's revision is reported. */
  companyName: string
}

async function revise(
  db: Database,
  actor: Actor,
  id: string,
  { prices, ...revision }: Wanted,
  { now, maxOpenValue, companyName, expected }: Terms & { expected?: OwnRevision },
): Promise<Order> {
  const overrides = revision.overrides_delivery
  requireAdminToOverride(actor, overrides)
  return inTransaction(db, async tx => {
    const order = await lockOrder(tx, actor, id)
    await lockOrderingCustomer(tx, actor, order.customer_id)
    if (!isPending(order)) refuse('order_not_pending')

    const before = await tx
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('position')
      .execute()
    const requested = mergeLines(revision.items)
    const notes = revision.notes === undefined ? order.notes : revision.notes || null
    const isStale = (revision.revision_count ?? order.revision_count) !== order.revision_count
    // A repeated revision is no conflict, as a client that lost the reply sends it again.
    const keepsDay = (revision.delivery_date ?? order.delivery_date) === order.delivery_date
    const isRepeated = isUnchanged(before, requested, prices) && notes === order.notes && keepsDay
    if (isStale && !isRepeated) refuse('revised_meanwhile')
    const after = await revisedLines(tx, before, requested, prices)
    const changes = differences(before, after)
    const goods = { before: totalsOf(before).grand_total, after: totalsOf(after).grand_total }
    const keepsRest = changes.length === 0 && notes === order.notes
    const wanted = { date: revision.delivery_date, overrides, now }
    const { delivery_fee, overridden, ...day } = await reviseDelivery(tx, order, {
      ...wanted,
      actor,
      goods,
      keepsRest,
    })
    const totals = addDeliveryFee(totalsOf(after), delivery_fee)
    if (expected) refuseChangedTerms(expected, after, totals, true)
    // A marketer sets the prices, so that only the units of added products are left to compare.
    else refuseChangedUnits(revision.items, linesAdded(before, after))
    const previous_total = kurus(goods.before + order.delivery_fee)
    await refuseAboveOpenValue(tx, order.customer_id, kurus(totals.grand_total - previous_total), maxOpenValue)
    if (keepsRest && day.delivery_date === order.delivery_date) return readOrder(tx, actor, id)

    const by = { actor, now }
    const stored = await storeRevision(tx, order, { lines: after, totals, day, notes, changes }, by)
    const revised = await readOrder(tx, actor, id)
    if (actor.role === 'admin')
      await recordRevision(tx, by, { ...order, grand_total: previous_total }, revised, overridden)
    await notifyOrderRevised(tx, actor, revised, { revision: stored, previous_total }, { now, companyName })
    return revised
  })
}

type Summarized = Pick<Order, 'grand_total' | 'revision_count' | 'delivery_date'>

async function recordRevision(tx: Tx, by: By, before: Summarized, revised: Order, overridden: Overridden) {
  const summary = ({ grand_total, revision_count, delivery_date }: Summarized) => ({
    grand_total: liraOf(grand_total),
    revision_count,
    delivery_date,
  })
  const after = { ...summary(revised), ...(overridden.length > 0 && { overridden }) }
  const entry = { action: 'updated', entity: 'order', entity_id: revised.id } as const
  await record(tx, by, [{ ...entry, before: summary(before), after }])
}

/**
 * Prices the requested lines. A raised quantity is sold from the stock, or for the product's expected day, and only in
 * the product's unit (`unit_changed`).
 */
async function revisedLines(
  tx: Tx,
  before: PricedLine[],
  requested: RequestedLine[],
  prices: Prices,
): Promise<PricedLine[]> {
  const old = new Map(before.map(line => [line.product_id, line]))
  const ids = requested.map(line => line.product_id)
  const stock = await lockStock(tx, [...old.keys(), ...ids])
  const products = await productsOnSale(tx, ids)
  const raised = requested.filter(line => line.quantity > (old.get(line.product_id)?.quantity ?? 0))
  const promised = promisedDates(raised, products, stock, { own: old, units: old })

  return requested.map(({ product_id, quantity }) => {
    const before = old.get(product_id)
    const line = before ? asSold(before) : asOnSale(products.get(product_id)!)
    const price = prices.get(product_id) ?? line.price
    // A raised line gets a new promised day; any other keeps its own.
    const expected_stock_date = promised.has(product_id)
      ? (promised.get(product_id) ?? null)
      : (before?.expected_stock_date ?? null)
    return priceLine({ ...line, product_id, quantity, price, expected_stock_date })
  })
}

type Outcome = {
  lines: PricedLine[]
  totals: ReturnType<typeof addDeliveryFee>
  day: OrderDay
  notes: string | null
  changes: RevisionRecord['lines']
}

/** Replaces the lines of the order, moves the reserved stock and records the changes line by line. */
async function storeRevision(
  tx: Tx,
  { id, notes: notes_before, revision_count, delivery_date }: Awaited<ReturnType<typeof lockOrder>>,
  { lines, totals, day, notes, changes }: Outcome,
  { actor, now }: { actor: Actor; now: Date },
): Promise<RevisionRecord> {
  await tx.deleteFrom('order_items').where('order_id', '=', id).execute()
  await tx
    .insertInto('order_items')
    .values(lines.map((line, position) => ({ ...line, order_id: id, position })))
    .execute()
  const moves = changes.map(line => ({
    product_id: line.product_id,
    reserved: (line.quantity_after ?? 0) - (line.quantity_before ?? 0),
  }))
  await move(tx, moves, { reason: 'revision', actor, now, order_id: id })
  const revision = revision_count + 1
  const marketer = actor.role === 'marketer' ? actor : null
  const record = { revision, marketer_name: actor.name, actor_role: actor.role, notes_before, notes_after: notes }
  const isMoved = day.delivery_date !== delivery_date
  const moved = isMoved && { delivery_date_before: delivery_date, delivery_date_after: day.delivery_date }
  await tx
    .insertInto('order_revisions')
    .values({
      ...record,
      ...moved,
      order_id: id,
      created_at: now,
      marketer_id: marketer?.id ?? null,
      lines: JSON.stringify(changes),
    })
    .execute()
  await tx
    .updateTable('orders')
    .set({
      ...totals,
      ...day,
      line_count: lines.length,
      notes,
      updated_at: now,
      revision_count: revision,
      revised_by_marketer_id: marketer?.id ?? null,
      revised_by_marketer_name: marketer?.name ?? (actor.role === 'admin' ? ADMIN_NAME : null),
    })
    .where('id', '=', id)
    .execute()
  return { ...record, ...moved, created_at: now.toISOString(), lines: changes }
}

type Sold = Pick<PricedLine, 'product_name' | 'brand' | 'unit' | 'vat_rate' | 'price'>

/** An existing line keeps its product data and VAT rate as sold, and its price unless another one is requested. */
const asSold = ({ product_name, brand, unit, vat_rate, price }: Sold): Sold => ({
  product_name,
  brand,
  unit,
  vat_rate,
  price,
})

/** An added product gets its current data and VAT rate, and its current price unless another one is requested. */
const asOnSale = ({ name, ...product }: ProductOnSale) => asSold({ ...product, product_name: name })

function isUnchanged(before: PricedLine[], requested: RequestedLine[], prices: Prices): boolean {
  const old = new Map(before.map(line => [line.product_id, line]))
  return (
    requested.length === before.length &&
    requested.every(({ product_id, quantity }) => {
      const line = old.get(product_id)
      return line?.quantity === quantity && line.price === (prices.get(product_id) ?? line.price)
    })
  )
}

function linesAdded(before: PricedLine[], after: PricedLine[]): PricedLine[] {
  const old = new Set(before.map(line => line.product_id))
  return after.filter(line => !old.has(line.product_id))
}

function differences(before: PricedLine[], after: PricedLine[]): RevisionRecord['lines'] {
  const old = new Map(before.map(line => [line.product_id, line]))
  const remaining = new Set(after.map(line => line.product_id))
  const removed = before.filter(line => !remaining.has(line.product_id)).map(line => difference(line, undefined))
  const rest = after.map(line => difference(old.get(line.product_id), line))
  return [...removed, ...rest].filter(
    line => line.quantity_before !== line.quantity_after || line.price_before !== line.price_after,
  )
}

function difference(before: PricedLine | undefined, after: PricedLine | undefined): RevisionRecord['lines'][number] {
  const { product_id, product_name, unit } = (after ?? before)!
  return {
    product_id,
    product_name,
    unit,
    change: before && after ? 'changed' : after ? 'added' : 'removed',
    quantity_before: before?.quantity ?? null,
    quantity_after: after?.quantity ?? null,
    price_before: before?.price ?? null,
    price_after: after?.price ?? null,
  }
}
