import * as z from 'zod/mini'
import { Price } from '#checked/money.ts'
import type { Product } from '#contract/catalogue.ts'
import { type Kurus, liraOf } from '#contract/money.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { type RevisionDraft, revisedContentOf } from '../pwa/change-draft.ts'
import type { DoubtfulPrice } from './confirm-prices.tsx'
import { isDoubtful } from './price-guard.ts'
import { differ, rebasedLine, untakenTexts } from './rebased-line.ts'

/** A line of a revision as typed so far. The price is in lira, `NaN` for text that is not a number. */
export type DraftLine = Pick<OrderItem, 'product_id' | 'product_name' | 'brand' | 'unit' | 'vat_rate' | 'quantity'> & {
  price: number | undefined
  /** Removed by the user; it keeps its place and its typed values until it is restored or the revision is saved. */
  isRemoved?: true
}

/** An unsaved revision of an order; `lines` includes removed ones. */
export type Draft = {
  lines: readonly DraftLine[]
  notes: string
  /** The delivery day, YYYY-MM-DD. */
  day: string | null
}

/** The lines that the order has after the revision. */
export const remainingLines = ({ lines }: Draft) => lines.filter(line => !line.isRemoved)

/** The parts of an order that a revision changes, and its revision count. */
export type Revisable = Pick<Order, 'items' | 'notes' | 'delivery_date' | 'revision_count'>

type Lines = Map<string, DraftLine>

/** A draft of the unchanged order. */
export const draftOf = ({ items, notes, delivery_date }: Revisable): Draft => ({
  lines: items.map(lineOf),
  notes: notes ?? '',
  day: delivery_date,
})

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
  return { product_id, product_name, brand, unit, vat_rate, quantity, price: liraOf(price) }
}
type Rest = 'total_price' | 'expected_stock_date'

/** Whether the draft differs from the order. */
export function isChanged(draft: Draft, order: Revisable): boolean {
  const before = draftOf(order)
  const old = byProduct(before)
  const kept = remainingLines(draft)
  return (
    draft.notes.trim() !== before.notes ||
    draft.day !== before.day ||
    kept.length !== before.lines.length ||
    kept.some(line => differ(line, old.get(line.product_id)))
  )
}

const priceOf = ({ price }: DraftLine) => z.safeParse(Price, price)

/** The error of a line's price, if any: 'Fiyat 0 veya daha büyük olmalıdır'. */
export const priceError = (line: DraftLine): string | undefined => priceOf(line).error?.issues[0]?.message

/** The kept lines with prices in kuruş; undefined while any price is invalid. */
export function pricedLines(all: readonly DraftLine[]): (Omit<DraftLine, 'price'> & { price: Kurus })[] | undefined {
  const lines = all.filter(line => !line.isRemoved)
  const priced = lines.flatMap(line => {
    const price = priceOf(line).data
    return price === undefined ? [] : [{ ...line, price }]
  })
  return priced.length === lines.length ? priced : undefined
}

/** The revision to save, with the state of the order on which it is based; undefined while any price is invalid. */
export function revisionOf(
  draft: Draft,
  order: Revisable & Pick<Order, 'id' | 'user_company'>,
): RevisionDraft | undefined {
  const lines = pricedLines(draft.lines)
  if (!lines) return undefined
  return {
    is: 'revision',
    order_id: order.id,
    company_name: order.user_company,
    revision_count: order.revision_count,
    before: revisedContentOf(order),
    after: { lines, notes: draft.notes.trim(), day: draft.day },
  }
}

/**
 * Rebases a draft onto a later state of the order: fields that the user has changed keep the user's value, all others
 * follow the order. A line removed by the user stays removed. One that the order now has in another unit follows it.
 */
export function rebaseDraft(draft: Draft, base: Revisable, present: Revisable): Draft {
  const [old, now, typed] = [byProduct(draftOf(base)), byProduct(draftOf(present)), byProduct(draft)]
  const follow = (line: DraftLine) => merged(line, old.get(line.product_id), now.get(line.product_id))
  const followed = draft.lines.flatMap(line => follow(line) ?? [])
  const added = [...now.values()].filter(line => !old.has(line.product_id) && !typed.has(line.product_id))
  const lines = [...followed, ...added]
  const hasOwnNotes = draft.notes.trim() !== (base.notes ?? '')
  return {
    // If the two sides together removed all lines, the order's lines are kept, as an order must have one.
    lines: lines.some(line => !line.isRemoved) ? lines : [...now.values()],
    notes: hasOwnNotes ? draft.notes : (present.notes ?? ''),
    day: draft.day === base.delivery_date ? present.delivery_date : draft.day,
  }
}

function merged(typed: DraftLine, old: DraftLine | undefined, now: DraftLine | undefined): DraftLine | undefined {
  if (!now) return typed.isRemoved || (old && !differ(typed, old)) ? undefined : typed
  return { ...rebasedLine(now, { old, typed }), ...(typed.isRemoved && { isRemoved: true }) }
}

/** Sentences about the remaining lines whose typed values `rebaseDraft` does not take over, by product id. */
export const untakenByProduct = (draft: Draft, base: Revisable, present: Revisable): ReadonlyMap<string, string> =>
  untakenTexts(
    byProduct({ ...draft, lines: remainingLines(draft) }),
    byProduct(draftOf(base)),
    byProduct(draftOf(present)),
  )

const byProduct = ({ lines }: Draft): Lines => new Map(lines.map(line => [line.product_id, line]))

/**
 * The kept lines whose price the user has set to 0 or far from the list price (for a product without one, as it is no
 * longer on sale or has another unit, far from the saved price).
 */
export function doubtfulPrices(draft: Draft, order: Revisable, list: ReadonlyMap<string, Kurus>): DoubtfulPrice[] {
  const saved = new Map(order.items.map(({ product_id, price }) => [product_id, price]))
  return (pricedLines(draft.lines) ?? []).flatMap(({ product_id, product_name, price }) => {
    const listed = list.get(product_id)
    const usual = listed ?? saved.get(product_id)
    const isDoubted = price !== saved.get(product_id) && isDoubtful(price, usual)
    const doubtful = { product_id, product_name, price, usual, ...(listed === undefined && { isUsualInOrder: true }) }
    return isDoubted ? [doubtful] : []
  })
}
