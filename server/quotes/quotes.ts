import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Kurus } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import {
  ACCEPTED_QUOTE,
  ANSWERED_QUOTE,
  DECLINED_QUOTE,
  NEW_QUOTE,
  QUOTE_STATUS,
  type QuoteStatus,
} from '#contract/quote-status.ts'
import {
  type AnswerItem,
  isExpired,
  type NewAnswer,
  type NewQuote,
  type Quote,
  type QuoteAnswer,
} from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import { lockOrderingCustomer } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal, refuse, refuseField, sentence } from '../http/refusal.ts'
import { readOrder } from '../orders/lists.ts'
import { placeOrder } from '../orders/orders.ts'
import { priceLine, productsOnSale, totalsOf } from '../orders/pricing.ts'
import { newUnitOf, unitFault } from '../stock/changed-units.ts'
import { lockQuote, readQuote } from './lists.ts'
import { notifyQuoteAnswered, notifyQuoteDecided, notifyQuoteRequested } from './notify.ts'
import { orderNote } from './order-note.ts'

/** Requests a quote for a visible customer, and notifies staff. Refuses a passive customer with `customer_passive`. */
export async function requestQuote(
  db: Database,
  actor: Actor,
  customerId: string,
  { items, notes }: NewQuote,
  now: Date,
): Promise<Quote> {
  return inTransaction(db, async tx => {
    const customer = await lockOrderingCustomer(tx, actor, customerId, 'quote')
    const id = randomUUID()
    await tx
      .insertInto('custom_orders')
      .values({
        id,
        customer_id: customer.id,
        created_by_marketer_id: actor.role === 'marketer' ? actor.id : null,
        status: NEW_QUOTE,
        created_at: now,
        items: JSON.stringify(items.map(item => ({ ...item, notes: item.notes || null }))),
        notes: notes || null,
      })
      .execute()
    const quote = await readQuote(tx, actor, id)
    await notifyQuoteRequested(tx, actor, quote, now)
    return quote
  })
}

/**
 * Answers a request with catalogue products; an answer can be replaced until it is accepted. The same answer again, as
 * after a lost reply, changes nothing. Refuses with `quote_accepted` after the acceptance, and with `invalid_input`
 * lines that cannot be sold, those in another unit than their product's or a last day in the past.
 */
export async function answerQuote(
  db: Database,
  actor: Actor<'admin'>,
  id: string,
  { items, notes, valid_until }: NewAnswer,
  now: Date,
): Promise<Quote> {
  return inTransaction(db, async tx => {
    const quote = await lockQuote(tx, actor, id)
    const { awaits, canBeAnswered } = QUOTE_STATUS[quote.status]
    if (!canBeAnswered) refuse('quote_accepted')
    if (isExpired({ valid_until }, istanbulDay(now)))
      refuseField('invalid_input', 'valid_until', 'Geçerlilik tarihi geçmiş olamaz')
    const wanted = { items: await answerItems(tx, items, quote.items.length), notes: notes || null, valid_until }
    if (awaits === 'decision' && quote.answer) {
      const { answered_at: _, ...present } = quote.answer
      if (isDeepStrictEqual(present, wanted)) return readQuote(tx, actor, id)
    }
    const answer = { ...wanted, answered_at: now.toISOString() }
    await tx
      .updateTable('custom_orders')
      .set({ status: ANSWERED_QUOTE, answer: JSON.stringify(answer) })
      .where('id', '=', id)
      .execute()
    await recordStatus(tx, { actor, now }, quote, ANSWERED_QUOTE)
    await notifyQuoteAnswered(tx, { ...quote, answer }, now)
    return readQuote(tx, actor, id)
  })
}

/** The answer's lines with current product data. A product may occur only once, so that its price is unambiguous. */
async function answerItems(tx: Tx, items: NewAnswer['items'], requestedCount: number): Promise<AnswerItem[]> {
  const products = await productsOnSale(
    tx,
    items.map(item => item.product_id),
  )
  const errors = items.flatMap(({ product_id, unit, request_item }, i) => {
    const isTwice = items.findIndex(item => item.product_id === product_id) < i
    if (isTwice) return [{ field: `items.${i}`, message: 'Aynı ürün iki satırda yazılamaz' }]
    if ((request_item ?? 0) >= requestedCount)
      return [{ field: `items.${i}.request_item`, message: 'Talepte böyle bir satır yok' }]
    const product = products.get(product_id)
    if (!product) return [{ field: `items.${i}`, message: sentence('product_unavailable') }]
    const fault = unitFault(unit, product.unit, 'miktarı ve fiyatı gözden geçirin')
    return fault ? [{ field: `items.${i}`, message: fault }] : []
  })
  if (errors[0]) throw new Refusal('invalid_input', errors[0].message, errors)
  const lines = items.flatMap(({ product_id, quantity, price, notes, request_item = null }) => {
    const product = products.get(product_id)
    if (!product) return []
    const { name: product_name, brand, unit, vat_rate } = product
    return [{ product_id, product_name, brand, unit, quantity, price, vat_rate, notes: notes || null, request_item }]
  })
  // Validated when the admin answers, so that the admin sees the error rather than the customer.
  totalsOf(lines.map(({ request_item: _, ...line }) => priceLine({ ...line, expected_stock_date: null })))
  return lines
}

/** The answer that the deciding user saw. */
type SeenAnswer = { answered_at?: string | undefined }
type Acceptance = SeenAnswer & {
  /** The accepted products and quantities; if absent, the whole answer. */
  items?: { product_id: string; quantity: number }[] | undefined
  delivery_date?: string | null | undefined
}

/**
 * Places one order from an answer, at its prices and with its notes, within the limit of open orders (kuruş); if that
 * answer is already accepted, returns its order. Of products that the stock does not cover, the remaining stock or
 * nothing may be ordered.
 */
export async function acceptQuote(
  db: Database,
  actor: Actor,
  id: string,
  accepted: Acceptance,
  { now, maxOpenValue }: { now: Date; maxOpenValue: Kurus | undefined },
): Promise<Order> {
  return inTransaction(db, async tx => {
    const quote = await lockQuote(tx, actor, id)
    const { status, answer, customer_id, order_id } = quote
    const { awaits, decision } = QUOTE_STATUS[status]
    // Also if it is accepted already: another user may have accepted a newer answer than the actor has seen.
    if (answer) requireSeen(answer, accepted)
    if (decision === 'accepted' && order_id) return readOrder(tx, actor, order_id)
    if (awaits !== 'decision' || !answer) return refuse('quote_not_answered')
    if (isExpired(answer, istanbulDay(now))) refuse('quote_expired')
    const agreed = new Map(
      answer.items.map(({ product_id, product_name: name, brand, unit, price, vat_rate }) => [
        product_id,
        { name, brand, unit, price, vat_rate },
      ]),
    )
    const offered = new Map(answer.items.map(({ product_id, quantity }) => [product_id, quantity]))
    const ordered = acceptedItems(answer, accepted)
    const wanted = { items: ordered, notes: orderNote(answer, ordered), delivery_date: accepted.delivery_date }
    const order = await placeOrder(tx, actor, customer_id, wanted, now, { agreed, offered, maxOpenValue })
    const items = await withAccepted(tx, answer, order)
    await tx
      .updateTable('custom_orders')
      .set({ status: ACCEPTED_QUOTE, order_id: order.id, answer: JSON.stringify({ ...answer, items }) })
      .where('id', '=', id)
      .execute()
    await recordStatus(tx, { actor, now }, quote, ACCEPTED_QUOTE)
    await notifyQuoteDecided(tx, actor, await readQuote(tx, actor, id), now)
    return order
  })
}

/**
 * The lines to order, by default all. Refuses products that are not in the answer, repeated ones and larger quantities.
 */
function acceptedItems({ items }: QuoteAnswer, { items: named }: Acceptance) {
  if (!named) return items.map(({ product_id, quantity }) => ({ product_id, quantity }))
  const errors = named.flatMap(({ product_id, quantity }, i) => {
    const offer = items.find(item => item.product_id === product_id)
    if (!offer) return [{ field: `items.${i}`, message: 'Bu ürün teklifte yok' }]
    if (named.findIndex(line => line.product_id === product_id) < i)
      return [{ field: `items.${i}`, message: 'Aynı ürün iki satırda yazılamaz' }]
    return quantity > offer.quantity
      ? [{ field: `items.${i}.quantity`, message: `${offer.product_name}: miktar teklif edilenden fazla olamaz` }]
      : []
  })
  if (errors[0]) throw new Refusal('invalid_input', errors[0].message, errors)
  return named
}

/**
 * The answer's lines, with the ordered quantity where it is less than the offered one, and the product's unit where
 * that has changed.
 */
async function withAccepted(tx: Tx, { items }: QuoteAnswer, order: Order): Promise<AnswerItem[]> {
  const taken = new Map(order.items.map(line => [line.product_id, line.quantity]))
  const leftOut = items.map(({ product_id }) => product_id).filter(id => !taken.has(id))
  const products = leftOut.length > 0 ? await productsOnSale(tx, leftOut) : undefined
  return items.map(item => {
    const accepted_quantity = taken.get(item.product_id) ?? 0
    if (accepted_quantity === item.quantity) return item
    const new_unit = newUnitOf(item.unit, products?.get(item.product_id)?.unit)
    return { ...item, accepted_quantity, ...(new_unit && { new_unit }) }
  })
}

function requireSeen({ answered_at }: { answered_at: string }, seen: SeenAnswer) {
  if (seen.answered_at !== undefined && seen.answered_at !== answered_at) refuse('quote_changed')
}

/** Records the status in the audit trail, also for a replaced answer that leaves the status unchanged. */
async function recordStatus(tx: Tx, by: By, { id, status: before }: Pick<Quote, 'id' | 'status'>, status: QuoteStatus) {
  const entry = { action: 'status_changed', entity: 'quote', entity_id: id } as const
  await record(tx, by, [{ ...entry, ...(before !== status && { before: { status: before } }), after: { status } }])
}

/** Declines an answer. */
export async function declineQuote(
  db: Database,
  actor: Actor,
  id: string,
  seen: SeenAnswer,
  now: Date,
): Promise<Quote> {
  return inTransaction(db, async tx => {
    const before = await lockQuote(tx, actor, id)
    const { status, answer } = before
    const { awaits, decision } = QUOTE_STATUS[status]
    if (decision === 'declined') return readQuote(tx, actor, id)
    if (decision === 'accepted') refuse('quote_accepted')
    if (awaits !== 'decision' || !answer) return refuse('quote_not_answered')
    requireSeen(answer, seen)
    await tx.updateTable('custom_orders').set({ status: DECLINED_QUOTE }).where('id', '=', id).execute()
    await recordStatus(tx, { actor, now }, before, DECLINED_QUOTE)
    const quote = await readQuote(tx, actor, id)
    await notifyQuoteDecided(tx, actor, quote, now)
    return quote
  })
}

/** Deletes all quote requests of a customer. */
export async function deleteQuotesOf(tx: Tx, customer_id: string) {
  await tx.deleteFrom('custom_orders').where('customer_id', '=', customer_id).execute()
}
