import type { Product } from '#contract/catalogue.ts'
import { type Kurus, kurus, liraOf } from '#contract/money.ts'
import type { OwnRevision } from '#contract/order-revisions.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { Order, OrderItem } from '#contract/orders.ts'

/**
 * A customer's changes to its order. They are stored separately from the order's lines, so that they can be applied to
 * a later state of the order.
 */
export type OrderChange = {
  /** The wanted quantity by product id, in the unit that the line had when it was typed. */
  quantities: ReadonlyMap<string, TypedQuantity>
  /** The products whose lines are removed; they keep their wanted quantity in case they are restored. */
  removed: ReadonlySet<string>
  /** Products to add, at their current prices. */
  added: readonly Product[]
  /** Undefined while unchanged. */
  notes: string | undefined
  /** The delivery day, YYYY-MM-DD; undefined while unchanged. */
  delivery_date?: string | undefined
}

type TypedQuantity = { quantity: number; unit: string }

export const NO_CHANGE: OrderChange = { quantities: new Map(), removed: new Set(), added: [], notes: undefined }

/** A line of the order as changed. */
export type ChangedLine = Pick<OrderItem, 'product_id' | 'product_name' | 'brand' | 'unit' | 'price' | 'vat_rate'> & {
  /** 0 if it is removed. */
  quantity: number
  /** The quantity in the order; undefined for an added product. */
  saved: number | undefined
  /** A typed quantity that is not taken over, as the line had another unit then. */
  untaken: TypedQuantity | undefined
}

/** The parts of an order to which a change applies. */
export type Changeable = Pick<Order, 'items' | 'notes' | 'revision_count' | 'delivery_date'>

/** The lines of the order as changed, including removed ones; at least one always remains in the order. */
export function changedLines(order: Changeable, { quantities, removed, added }: OrderChange): ChangedLine[] {
  const ordered = new Set(order.items.map(item => item.product_id))
  const lines = [
    ...order.items.map(item => ({ ...item, saved: item.quantity })),
    ...added
      .filter(({ id }) => !ordered.has(id))
      .map(product => ({
        ...product,
        product_id: product.id,
        product_name: product.name,
        quantity: 1,
        saved: undefined,
      })),
  ].map(({ product_id, product_name, brand, unit, price, vat_rate, quantity, saved }) => {
    const typed = quantities.get(product_id)
    const isTaken = typed?.unit === unit
    return {
      product_id,
      product_name,
      brand,
      unit,
      price,
      vat_rate,
      quantity: removed.has(product_id) ? 0 : isTaken ? typed.quantity : quantity,
      saved,
      untaken: isTaken ? undefined : typed,
    }
  })
  if (lines.some(({ quantity }) => quantity > 0)) return lines
  // A marketer has removed all lines that the customer had kept.
  return lines.map(line => ({ ...line, quantity: line.saved ?? 0 }))
}

/** The lines that the changed order has. */
export const remainingLines = (lines: readonly ChangedLine[]) => lines.filter(({ quantity }) => quantity > 0)

/** Whether the change differs from the order. */
export function isChanged(order: Changeable, change: OrderChange): boolean {
  return (
    (change.notes !== undefined && change.notes.trim() !== (order.notes ?? '')) ||
    changedDay(order, change) !== undefined ||
    changedLines(order, change).some(({ quantity, saved = 0 }) => quantity !== saved)
  )
}

/** The day to which the delivery is moved (YYYY-MM-DD); undefined if it is not. */
const changedDay = (order: Changeable, { delivery_date }: OrderChange) =>
  delivery_date === order.delivery_date ? undefined : delivery_date

/**
 * The request body: lines, notes and day if changed, the state that it is based on, and the total that the customer
 * sees, with the delivery fee (kuruş).
 */
export function revisionOf(order: Changeable, change: OrderChange, fee: Kurus): OwnRevision {
  const lines = remainingLines(changedLines(order, change))
  const notes = change.notes?.trim()
  const day = changedDay(order, change)
  return {
    items: lines.map(({ product_id, quantity, price, vat_rate, unit }) => ({
      product_id,
      quantity,
      price: liraOf(price),
      vat_rate,
      unit,
    })),
    ...(notes !== undefined && notes !== (order.notes ?? '') && { notes }),
    revision_count: order.revision_count,
    ...(day !== undefined && { delivery_date: day }),
    expected_total: kurus(orderTotals(lines).grand + fee),
  }
}
