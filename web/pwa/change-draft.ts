import * as z from 'zod/mini'
import { Overrides } from '#checked/overridable-rules.ts'
import type { OwnCustomer } from '#contract/customers.ts'
import type { Kurus } from '#contract/money.ts'
import type { Revision } from '#contract/order-revisions.ts'
import type { Order } from '#contract/orders.ts'
import type { OverridableRule } from '#contract/overridable-rules.ts'
import type { NewQuote, Quote } from '#contract/quotes.ts'
import { fieldsOf, isAmount, isId, isText, isTextOrNull, isWhole } from '../stored-values.ts'
import { type CartCustomer, cartCustomerIn } from './order-draft.ts'

/** A line of an order before or after a revision. The price is in kuruş. */
export type RevisedLine = {
  product_id: string
  product_name: string
  brand: string
  unit: string
  vat_rate: number
  quantity: number
  price: Kurus
}

/**
 * The parts of an order that a revision changes. `notes` is '' for none. The delivery day (YYYY-MM-DD) is absent in
 * drafts stored by earlier versions.
 */
export type RevisedContent = { lines: readonly RevisedLine[]; notes: string; day?: string | null }

/** A revision, with the state of the order on which it is based. */
export type RevisionDraft = {
  is: 'revision'
  order_id: string
  company_name: string
  revision_count: number
  before: RevisedContent
  after: RevisedContent
  /** The rules that an admin overrides with the day; earlier versions stored whether it overrides all. */
  overrides_delivery?: boolean | OverridableRule[]
}

/** A request for a quote; without `customer`, for the logged-in customer. */
export type QuoteDraft = { is: 'quote'; customer: CartCustomer | null; body: NewQuote }

/** The data of a customer that its marketer may change. */
export type CustomerData = Partial<Pick<OwnCustomer, CustomerField>>
export type CustomerField = (typeof CUSTOMER_FIELDS)[number]
export const CUSTOMER_FIELDS = ['company_name', 'email', 'phone', 'address', 'is_active'] as const

/** The fields of `data` that have a value. */
export const fieldsIn = (data: CustomerData): CustomerField[] =>
  CUSTOMER_FIELDS.filter(field => data[field] !== undefined)

/** The values of some fields of a customer. */
export const dataOf = (customer: CustomerData, fields: readonly CustomerField[]): CustomerData =>
  Object.fromEntries(fields.map(field => [field, customer[field]]))

/** A change of a customer's data, with the values that the marketer saw of the same fields. */
export type CustomerDraft = {
  is: 'customer'
  customer: { id: string; company_name: string }
  change: CustomerData
  seen: CustomerData
}

/** A change that can wait in the outbox, as orders do. */
export type Change = RevisionDraft | QuoteDraft | CustomerDraft

/** The server's reply to a change. */
export type ChangeReply =
  | { kind: 'revision'; order: Order }
  | { kind: 'quote'; quote: Quote }
  | { kind: 'customer'; customer: OwnCustomer }

/** The request body of a revision. */
export const revisionBody = ({ before, after, revision_count, overrides_delivery }: RevisionDraft): Revision => ({
  items: after.lines.map(({ product_id, quantity, price, unit }) => ({ product_id, quantity, price, unit })),
  ...(after.notes !== before.notes && { notes: after.notes }),
  revision_count,
  ...(after.day && after.day !== before.day && { delivery_date: after.day }),
  ...(overrides_delivery && { overrides_delivery }),
})

/** The parts of an order that a revision changes. */
export const revisedContentOf = ({
  items,
  notes,
  delivery_date,
}: Pick<Order, 'items' | 'notes' | 'delivery_date'>): RevisedContent => ({
  lines: items.map(({ product_id, product_name, brand, unit, vat_rate, quantity, price }) => ({
    product_id,
    product_name,
    brand,
    unit,
    vat_rate,
    quantity,
    price,
  })),
  notes: notes ?? '',
  day: delivery_date,
})

/** Whether a stored value is a change that this version can send. */
export function isChange(stored: unknown): stored is Change {
  const { is, customer, body, change, seen, ...revision } = fieldsOf(stored)
  switch (is) {
    case 'revision':
      return isRevision(revision)
    case 'quote':
      return (customer === null || cartCustomerIn(customer) !== undefined) && isQuote(body)
    case 'customer': {
      const { id, company_name: name } = fieldsOf(customer)
      return isId(id) && isText(name) && isCustomerData(change) && isCustomerData(seen)
    }
    default:
      return false
  }
}

function isRevision(value: unknown) {
  const { order_id, company_name, revision_count, before, after, overrides_delivery = false } = fieldsOf(value)
  const isOfOrder = isId(order_id) && isText(company_name) && isWhole(revision_count, 0)
  return isOfOrder && z.safeParse(Overrides, overrides_delivery).success && isContent(before) && isContent(after)
}

function isContent(value: unknown) {
  const { lines, notes, day = null } = fieldsOf(value)
  return isText(notes) && isTextOrNull(day) && Array.isArray(lines) && lines.every(isLine)
}

function isLine(value: unknown) {
  const { product_id, product_name, brand, unit, vat_rate, quantity, price } = fieldsOf(value)
  const isProduct = isId(product_id) && isText(product_name) && isText(brand) && isText(unit)
  return isProduct && isWhole(vat_rate, 0) && isWhole(quantity, 1) && isAmount(price)
}

function isQuote(value: unknown) {
  const { items, notes } = fieldsOf(value)
  return isTextOrNull(notes ?? null) && Array.isArray(items) && items.every(isQuoteItem)
}

function isQuoteItem(value: unknown) {
  const { product_name, unit, quantity, price, notes } = fieldsOf(value)
  return (
    isText(product_name) &&
    isText(unit) &&
    typeof quantity === 'number' &&
    isAmount(price) &&
    isTextOrNull(notes ?? null)
  )
}

function isCustomerData(value: unknown) {
  const { is_active = true, ...texts } = fieldsOf(value)
  return typeof is_active === 'boolean' && Object.values(texts).every(text => text === undefined || isText(text))
}
