import * as z from 'zod/mini'
import { Price } from '#checked/money.ts'
import type { Product } from '#contract/catalogue.ts'
import type { Kurus } from '#contract/money.ts'
import type { Revision } from '#contract/order-revisions.ts'
import type { Order, OrderItem } from '#contract/orders.ts'

/** A line of a revision as typed so far. The price is in lira; `NaN` stands for text that is not a number. */
export type DraftLine = Pick<OrderItem, 'product_id' | 'product_name' | 'brand' | 'unit' | 'vat_rate' | 'quantity'> & {
  price: number | undefined
}

/** An unsaved revision of an order. */
export type Draft = { lines: readonly DraftLine[]; notes: string }

/** The parts of an order that a revision changes, and its revision count. */
export type Revisable = Pick<Order, 'items' | 'notes' | 'revision_count'>

type Lines = Map<string, DraftLine>

/** A draft of the unchanged order. */
export const draftOf = ({ items, notes }: Revisable): Draft => ({ lines: items.map(lineOf), notes: notes ?? '' })

/** The line for an added product: the order's own line if there is one, else one piece at the current price. */
export const lineToAdd = (product: Product, order: Revisable): DraftLine =>
  draftOf(order).lines.find(line => line.product_id === product.id) ?? addedLine(product)

/** A line for a product that is not in the order: one piece at the current price. */
export const addedLine = ({ id, name, ...product }: Product): DraftLine =>
  lineOf({ ...product, product_id: id, product_name: name, quantity: 1 })

function lineOf({
  product_id,
  product_name,
  brand,
  unit,
  vat_rate,
  quantity,
  price,
}: Omit<OrderItem, Rest>): DraftLine {
  return { product_id, product_name, brand, unit, vat_rate, quantity, price: price / 100 }
}
type Rest = 'total_price' | 'expected_stock_date'

/** Whether there is something to save. */
export function isChanged(draft: Draft, order: Revisable): boolean {
  const before = draftOf(order)
  const old = byProduct(before)
  return (
    draft.notes.trim() !== before.notes ||
    draft.lines.length !== before.lines.length ||
    draft.lines.some(line => differ(line, old.get(line.product_id)))
  )
}

const priceOf = ({ price }: DraftLine) => z.safeParse(Price, price)

/** The error of a line's price, if any: 'Fiyat 0 veya daha büyük olmalıdır'. */
export const priceError = (line: DraftLine): string | undefined => priceOf(line).error?.issues[0]?.message

/** The lines with prices in kuruş; undefined while any price is invalid. */
export function pricedLines({ lines }: Draft): (Omit<DraftLine, 'price'> & { price: Kurus })[] | undefined {
  const priced = lines.flatMap(line => {
    const price = priceOf(line).data
    return price === undefined ? [] : [{ ...line, price }]
  })
  return priced.length === lines.length ? priced : undefined
}

/** The request body: lines, notes if changed, and the revision of the order on which it is based. */
export function revisionOf(draft: Draft, order: Revisable): Revision | undefined {
  const notes = draft.notes.trim()
  const items = pricedLines(draft)?.map(({ product_id, quantity, price }) => ({ product_id, quantity, price }))
  if (!items) return undefined
  return { items, ...(notes !== (order.notes ?? '') && { notes }), revision_count: order.revision_count }
}

/**
 * Rebases a draft onto a later state of the order: fields that the user has changed keep the user's value, all others
 * follow the order. A line removed by the user stays removed.
 */
export function rebased(draft: Draft, base: Revisable, present: Revisable): Draft {
  const [old, now, typed] = [byProduct(draftOf(base)), byProduct(draftOf(present)), byProduct(draft)]
  const follow = (line: DraftLine) => merged(line, old.get(line.product_id), now.get(line.product_id))
  const followed = draft.lines.flatMap(line => follow(line) ?? [])
  const added = [...now.values()].filter(line => !old.has(line.product_id) && !typed.has(line.product_id))
  const lines = [...followed, ...added]
  const hasOwnNotes = draft.notes.trim() !== (base.notes ?? '')
  return {
    // Each side removed what the other had left, but an order must have a line.
    lines: lines.length > 0 ? lines : [...now.values()],
    notes: hasOwnNotes ? draft.notes : (present.notes ?? ''),
  }
}

function merged(typed: DraftLine, old: DraftLine | undefined, now: DraftLine | undefined): DraftLine | undefined {
  if (!now) return old && !differ(typed, old) ? undefined : typed
  const rebasedValue = <Field extends 'quantity' | 'price'>(field: Field) =>
    old && typed[field] === old[field] ? now[field] : typed[field]
  return { ...now, quantity: rebasedValue('quantity'), price: rebasedValue('price') }
}

const differ = (line: DraftLine, other: DraftLine | undefined) =>
  line.quantity !== other?.quantity || line.price !== other.price

const byProduct = ({ lines }: Draft): Lines => new Map(lines.map(line => [line.product_id, line]))
