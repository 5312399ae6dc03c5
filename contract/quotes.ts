import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { CalendarDay, Id, IdempotencyKey, mustBeOneOf, Notes, required, SearchText } from './fields.ts'
import { Money, Price, twoDecimals } from './money.ts'
import { shortId } from './orders.ts'
import { MAX_QUANTITY, QUANTITY_TOO_SMALL, Quantity, quantityTooLarge } from './quantity.ts'
import { QUOTE_STATUSES } from './quote-status.ts'
import { SeenUnit } from './seen-unit.ts'

// Quote requests ----------------------------------------------------------------------

const Status = z.enum(QUOTE_STATUSES, mustBeOneOf('Durum', QUOTE_STATUSES))

export const MAX_QUOTE_LINES = 100

/** How long an answer is valid unless the admin enters another day, in days. */
export const DEFAULT_QUOTE_VALIDITY = 14

/** The largest body in bytes: it fits a note of 2,000 letters, of up to three bytes each, for every line. */
const MAX_QUOTE_BYTES = 1024 * 1024

/** The requested quantity of arbitrary goods: 1 to 1,000,000 with at most two decimals. */
const QuoteQuantity = z
  .number('Miktar bir sayı olmalıdır')
  .check(
    z.minimum(1, QUANTITY_TOO_SMALL),
    z.maximum(MAX_QUANTITY, quantityTooLarge(MAX_QUANTITY)),
    twoDecimals('Miktar'),
  )

/** Requested goods in the customer's own words, with the price that the customer hopes for. */
export const QuoteItem = z.object({
  product_name: required('Ürün adı', 200),
  unit: required('Birim', 40),
  quantity: QuoteQuantity,
  price: Price,
  notes: z.nullish(Notes),
})
export type QuoteItem = z.output<typeof QuoteItem>

/** A catalogue product offered in an answer, with the price and VAT rate (percent) that apply if it is accepted. */
export const AnswerItem = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  quantity: z.int(),
  price: Money,
  vat_rate: z.int(),
  notes: z.nullable(z.string()),
  /** Index of the requested line that it answers, from 0; absent in answers that earlier versions have stored. */
  request_item: z.nullish(z.int()),
  /** The ordered quantity, which may be 0, if the stock did not cover the offered one or the unit has changed. */
  accepted_quantity: z.nullish(z.int()),
  /** The unit of the product when it was not ordered because it had another one than the answer. */
  new_unit: z.nullish(z.string()),
})
export type AnswerItem = z.output<typeof AnswerItem>

export const QuoteAnswer = z.object({
  items: z.array(AnswerItem),
  notes: z.nullable(z.string()),
  valid_until: z.string(),
  answered_at: z.string(),
})
export type QuoteAnswer = z.output<typeof QuoteAnswer>

export const Quote = z.object({
  id: z.uuid(),
  status: Status,
  created_at: z.string(),
  customer_id: z.uuid(),
  user_company: z.string(),
  created_by_marketer_id: z.nullable(z.uuid()),
  created_by_marketer_name: z.nullable(z.string()),
  items: z.array(z.extend(QuoteItem, { notes: z.nullable(z.string()) })),
  notes: z.nullable(z.string()),
  answer: z.nullable(QuoteAnswer),
  /** The order created by accepting the quote. */
  order_id: z.nullable(z.uuid()),
})
export type Quote = z.output<typeof Quote>

// Rules ----------------------------------------------------------------------------------

/** Whether an answer can no longer be accepted; it is valid through its last day in Istanbul. */
export const isExpired = (answer: { valid_until: string }, today: string) => answer.valid_until < today

/** The reference of a quote request in mails and on screens. */
export const quoteNumber = shortId

/**
 * The requested lines that no line of the answer refers to by `request_item`. Empty if no line refers to any, because
 * the answer of a client that does not send `request_item` does not show which lines it answers.
 */
export function unansweredItems<Item>(
  requested: readonly Item[],
  answers: readonly { request_item?: number | null | undefined }[],
): Item[] {
  const answered = new Set(answers.map(answer => answer.request_item))
  const isKnown = answers.some(answer => typeof answer.request_item === 'number')
  return isKnown ? requested.filter((_, index) => !answered.has(index)) : []
}

/** The lines of an answer with the quantities that were ordered, or would be; lines without any are left out. */
export const orderedItems = (items: readonly AnswerItem[]): AnswerItem[] =>
  items.map(item => ({ ...item, quantity: item.accepted_quantity ?? item.quantity })).filter(item => item.quantity > 0)

// Calls ----------------------------------------------------------------------------------

export const ITEMS_MISSING = 'En az bir ürün ekleyin'

export const NewQuote = z.object({
  items: z
    .array(QuoteItem, ITEMS_MISSING)
    .check(
      z.minLength(1, ITEMS_MISSING),
      z.maxLength(MAX_QUOTE_LINES, `Bir talepte en fazla ${MAX_QUOTE_LINES} satır olabilir`),
    ),
  notes: z.nullish(Notes),
})
export type NewQuote = z.output<typeof NewQuote>

const FAILED = 'Teklif talebi gönderilemedi'
const LIST_FAILED = 'Teklif talepleri yüklenemedi'
const READ_FAILED = 'Teklif talebi yüklenemedi'

export const requestQuote = call('POST /custom-orders', {
  roles: ['customer'],
  invalidates: ['quotes'],
  body: NewQuote,
  reply: Quote,
  creates: true,
  keepsKeyForever: true,
  hourlyLimit: 'quotes',
  maxBodyBytes: MAX_QUOTE_BYTES,
  summary: 'Requests a quote for goods outside the catalogue, or at other prices.',
  failure: FAILED,
  errors: ['not_found', 'customer_passive'],
})

export const requestQuoteForCustomer = call('POST /marketer/custom-orders', {
  roles: ['marketer'],
  invalidates: ['quotes'],
  body: z.extend(NewQuote, { customer_id: z.uuid('Lütfen müşteri seçin').check(z.toLowerCase()) }),
  reply: Quote,
  creates: true,
  keepsKeyForever: true,
  hourlyLimit: 'quotes',
  maxBodyBytes: MAX_QUOTE_BYTES,
  summary: 'Requests a quote for one of the marketer’s customers.',
  failure: FAILED,
  errors: ['not_found', 'customer_passive', 'quote_not_visible'],
})

export const listQuotes = list('GET /custom-orders', {
  roles: ['customer'],
  resources: ['quotes'],
  item: Quote,
  summary: 'The customer’s own quote requests, newest first.',
  failure: LIST_FAILED,
})

export const readQuote = call('GET /custom-orders/:id', {
  params: { id: Id },
  roles: ['customer'],
  resources: ['quotes'],
  reply: Quote,
  summary: 'One of the customer’s own quote requests.',
  failure: READ_FAILED,
})

export const listCustomersQuotes = list('GET /marketer/custom-orders', {
  roles: ['marketer'],
  resources: ['quotes'],
  query: { status: z.optional(Status) },
  item: Quote,
  summary: 'Quote requests of the marketer’s customers, newest first.',
  failure: LIST_FAILED,
  personalData: true,
})

export const readCustomersQuote = call('GET /marketer/custom-orders/:id', {
  params: { id: Id },
  roles: ['marketer'],
  resources: ['quotes'],
  reply: Quote,
  summary: 'One quote request of a customer of the marketer.',
  failure: READ_FAILED,
})

const QuoteOfKey = {
  params: { key: IdempotencyKey },
  notFoundCode: 'quote_not_found',
  errors: ['quote_not_visible'],
} as const

export const readQuoteByKey = call('GET /custom-orders/by-key/:key', {
  ...QuoteOfKey,
  roles: ['customer'],
  resources: ['quotes'],
  reply: Quote,
  summary: 'The quote request that the customer sent with this `Idempotency-Key`; waits for one that is in progress.',
  failure: READ_FAILED,
})

export const readCustomersQuoteByKey = call('GET /marketer/custom-orders/by-key/:key', {
  ...QuoteOfKey,
  roles: ['marketer'],
  resources: ['quotes'],
  reply: Quote,
  summary: 'The quote request that the marketer sent with this `Idempotency-Key`; waits for one that is in progress.',
  failure: READ_FAILED,
})

export const listAllQuotes = list('GET /admin/custom-orders', {
  roles: ['admin'],
  resources: ['quotes'],
  query: { status: z.optional(Status), search: z.optional(SearchText) },
  item: Quote,
  summary:
    'All quote requests, newest first; `search` matches company name, username and number, from its fourth digit on.',
  failure: LIST_FAILED,
  personalData: true,
})

export const readAnyQuote = call('GET /admin/custom-orders/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['quotes'],
  reply: Quote,
  summary: 'One quote request.',
  failure: READ_FAILED,
})

export const TOO_MANY_ANSWERED = `Bir teklifte en fazla ${MAX_QUOTE_LINES} satır olabilir`

export const NewAnswerItem = z.object({
  product_id: Id,
  quantity: Quantity,
  price: Price,
  unit: SeenUnit,
  notes: z.nullish(Notes),
  /** Index of the requested line that it answers, from 0; lines that no item names are reported as unanswered. */
  request_item: z.nullish(
    z.int('request_item tam sayı olmalıdır').check(z.minimum(0, 'request_item en az 0 olmalıdır')),
  ),
})

export const NewAnswer = z.object({
  items: z
    .array(NewAnswerItem, ITEMS_MISSING)
    .check(z.minLength(1, ITEMS_MISSING), z.maxLength(MAX_QUOTE_LINES, TOO_MANY_ANSWERED)),
  notes: z.nullish(Notes),
  valid_until: CalendarDay,
})
export type NewAnswer = z.output<typeof NewAnswer>

export const answerQuote = call('PUT /admin/custom-orders/:id/answer', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['quotes'],
  body: NewAnswer,
  reply: Quote,
  maxBodyBytes: MAX_QUOTE_BYTES,
  summary:
    'Answers a request with catalogue products, prices and a last valid day. The answer can be replaced until it is accepted. It is 400 if a product has another `unit` by then.',
  failure: 'Teklif cevaplanamadı',
  errors: ['quote_accepted', 'order_total_too_high'],
})
