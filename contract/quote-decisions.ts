import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id } from './fields.ts'
import { DELIVERY_ERRORS, DeliveryDate } from './order-delivery.ts'
import { Order } from './orders.ts'
import { Quantity } from './quantity.ts'
import { ITEMS_MISSING, MAX_QUOTE_LINES, Quote, TOO_MANY_ANSWERED } from './quotes.ts'
import { GOODS_ERRORS } from './sale.ts'

const ACCEPT_FAILED = 'Teklif kabul edilemedi'
const DECLINE_FAILED = 'Teklif reddedilemedi'

const Accepted = z.object({ message: z.string(), order: Order })
const Declined = z.object({ message: z.string(), custom_order: Quote })
/** The answer that the user saw; if it has been replaced since, the call is refused. */
const SeenAnswer = z._default(z.object({ answered_at: z.optional(z.string()) }), {})
/**
 * The accepted part of the answer; without `items`, all of it. Less than the offered quantity of a product is allowed
 * only if the stock does not cover it, and then only what is left, or nothing. A product that has another unit now can
 * only be left out.
 */
const Acceptance = z._default(
  z.object({
    answered_at: z.optional(z.string()),
    items: z.optional(
      z
        .array(z.object({ product_id: Id, quantity: Quantity }), ITEMS_MISSING)
        .check(z.minLength(1, ITEMS_MISSING), z.maxLength(MAX_QUOTE_LINES, TOO_MANY_ANSWERED)),
    ),
    delivery_date: DeliveryDate,
  }),
  {},
)
const ACCEPTS =
  'Accepts the answer: creates one order at its prices and with its notes, and reserves the stock. `items` takes what is left of products that the stock does not cover, or leaves them out; products that have another unit now can only be left out.'
const DECLINES = 'Declines the answer.'

export const acceptQuote = call('POST /custom-orders/:id/accept', {
  params: { id: Id },
  roles: ['customer'],
  invalidates: ['quotes', 'orders', 'products'],
  body: Acceptance,
  reply: Accepted,
  takesKey: true,
  summary: ACCEPTS,
  failure: ACCEPT_FAILED,
  errors: [
    ...GOODS_ERRORS,
    ...DELIVERY_ERRORS,
    'quote_not_answered',
    'quote_expired',
    'quote_changed',
    'quote_stock_changed',
    'unit_changed',
  ],
})

export const acceptCustomersQuote = call('POST /marketer/custom-orders/:id/accept', {
  params: { id: Id },
  roles: ['marketer'],
  invalidates: ['quotes', 'orders', 'products'],
  body: Acceptance,
  reply: Accepted,
  takesKey: true,
  summary: ACCEPTS,
  failure: ACCEPT_FAILED,
  errors: [
    ...GOODS_ERRORS,
    ...DELIVERY_ERRORS,
    'order_not_found',
    'quote_not_answered',
    'quote_expired',
    'quote_changed',
    'quote_stock_changed',
    'unit_changed',
  ],
})

export const declineQuote = call('POST /custom-orders/:id/decline', {
  params: { id: Id },
  roles: ['customer'],
  invalidates: ['quotes'],
  body: SeenAnswer,
  reply: Declined,
  summary: DECLINES,
  failure: DECLINE_FAILED,
  errors: ['quote_not_answered', 'quote_accepted', 'quote_changed'],
})

export const declineCustomersQuote = call('POST /marketer/custom-orders/:id/decline', {
  params: { id: Id },
  roles: ['marketer'],
  invalidates: ['quotes'],
  body: SeenAnswer,
  reply: Declined,
  summary: DECLINES,
  failure: DECLINE_FAILED,
  errors: ['quote_not_answered', 'quote_accepted', 'quote_changed'],
})
