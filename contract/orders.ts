import * as z from 'zod/mini'
import { call, list, type Schema } from './call.ts'
import { Id, IdempotencyKey, Notes, paragraph } from './fields.ts'
import { Money, MoneySum } from './money.ts'
import { OrderActors } from './order-actors.ts'
import { DeliveryDate, OrderDelivery, PLACING_ERRORS } from './order-delivery.ts'
import { Status } from './order-query.ts'
import { Quantity } from './quantity.ts'
import { GOODS_ERRORS } from './sale.ts'

// Orders ---------------------------------------------------------------------------

export const MAX_ORDER_LINES = 500

export const OrderItem = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  quantity: z.int(),
  unit: z.string(),
  price: Money,
  vat_rate: z.int(),
  total_price: Money,
  expected_stock_date: z.nullable(z.string()),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Order = z.object({
  id: z.uuid(),
  status: Status,
  created_at: z.string(),
  updated_at: z.string(),
  subtotal: Money,
  total_vat: Money,
  vat_amount: Money,
  total_amount: Money,
  grand_total: Money,
  notes: z.nullable(z.string()),
  user_id: z.uuid(),
  user_company: z.string(),
  user_email: z.string(),
  user_phone: z.string(),
  user_address: z.string(),
  customer_info: z.object({
    id: z.uuid(),
    company_name: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
  }),
  items: z.array(OrderItem),
  ...OrderActors,
  revision_count: z.int(),
  /** The role that cancelled the order; `null` unless it is cancelled, or was before this was stored. */
  cancelled_by: z.nullable(z.enum(['customer', 'marketer', 'admin'])),
  /** The company or the marketer that cancelled it; `null` for an admin. */
  cancelled_by_name: z.nullable(z.string()),
  cancel_reason: z.nullable(z.string()),
  ...OrderDelivery,
})
export type Order = z.infer<typeof Order>

/** The reference of a record that users see: the first 8 characters of its id. */
export const shortId = (id: string) => id.slice(0, 8)

/** The order number, which is unique. */
export const orderNumber = shortId

// Calls -----------------------------------------------------------------------------

/** The lines of a new order or a revision: 1 to `MAX_ORDER_LINES`; `none` is the message when there are none. */
export const lineArray = <Line extends Schema>(line: Line, none = 'Sepet boş') =>
  z
    .array(line, none)
    .check(
      z.minLength(1, none),
      z.maxLength(MAX_ORDER_LINES, `Bir siparişte en fazla ${MAX_ORDER_LINES} satır olabilir`),
    )

/** A number that was shown to the user; other values, which older clients send, are ignored. */
const DisplayedNumber = z.codec(z.unknown(), z.optional(z.number()), {
  decode: value => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  encode: value => value,
})

/** A text that was shown to the user; other values are ignored. */
export const DisplayedText = z.codec(z.unknown(), z.optional(z.string()), {
  decode: value => (typeof value === 'string' ? value : undefined),
  encode: value => value,
})

/**
 * A requested line. Its `price` (lira), `vat_rate` and `unit` never apply to the order. They are only compared: to
 * report which lines changed, and to refuse an order in another unit than the one that the user saw.
 */
export const RequestedLine = z.object({
  product_id: Id,
  quantity: Quantity,
  price: z.optional(DisplayedNumber),
  vat_rate: z.optional(DisplayedNumber),
  unit: z.optional(DisplayedText),
})

export const NewOrder = z.object({
  items: lineArray(RequestedLine),
  notes: z.nullish(Notes),
  /** The grand total that the user saw; if the current one, or the unit of a line, differs, the order is refused. */
  expected_total: z.optional(Money),
  delivery_date: DeliveryDate,
})
export type NewOrder = z.output<typeof NewOrder>

export const OrderChanged = z.object({ message: z.string(), order: Order })
export const ORDERS_FAILED = 'Siparisler yuklenirken hata olustu'
export const ORDER_FAILED = 'Siparis yuklenirken hata olustu'

/** The options that all calls about one order share. */
export const ORDER_BY_ID = { params: { id: Id }, notFoundCode: 'order_not_found' } as const

export const ORDER_BY_KEY = {
  params: { key: IdempotencyKey },
  notFoundCode: 'order_not_found',
  errors: ['order_not_visible'],
} as const

export const MAX_CANCEL_REASON = 200

export const CancelReason = z.nullish(paragraph('İptal nedeni', MAX_CANCEL_REASON))

/** The options that all calls that place an order share. */
export const ORDER_PLACEMENT = {
  invalidates: ['orders', 'products'],
  reply: Order,
  creates: true,
  keepsKeyForever: true,
  hourlyLimit: 'orders',
  failure: 'Sipariş oluşturulamadı',
} as const

export const placeOrder = call('POST /orders', {
  ...ORDER_PLACEMENT,
  roles: ['customer'],
  body: NewOrder,
  summary: 'Places an order, all lines or none, at catalogue prices, and reserves the stock.',
  errors: [...GOODS_ERRORS, ...PLACING_ERRORS, 'not_found'],
})

export const listOrders = list('GET /orders', {
  roles: ['customer'],
  resources: ['orders'],
  isStoredOffline: true,
  query: { status: z.optional(Status) },
  item: Order,
  summary: 'The customer’s own orders, newest first.',
  failure: ORDERS_FAILED,
})

export const OrderStats = z.object({
  total_orders: z.int(),
  pending_orders: z.int(),
  completed_orders: z.int(),
  total_amount: MoneySum,
})

export const readOrderStats = call('GET /orders/stats', {
  roles: ['customer'],
  resources: ['orders'],
  isStoredOffline: true,
  reply: OrderStats,
  summary: 'Figures for the customer’s dashboard; amounts leave out cancelled orders.',
  failure: ORDERS_FAILED,
})

export const readOrder = call('GET /orders/:id', {
  ...ORDER_BY_ID,
  roles: ['customer'],
  resources: ['orders'],
  isStoredOffline: true,
  reply: Order,
  summary: 'One of the customer’s own orders.',
  failure: ORDER_FAILED,
})

export const readOrderByKey = call('GET /orders/by-key/:key', {
  ...ORDER_BY_KEY,
  roles: ['customer'],
  resources: ['orders'],
  reply: Order,
  summary: 'The order that the customer placed with this `Idempotency-Key`; waits for a request that is placing it.',
  failure: ORDER_FAILED,
})

export const ORDER_CANCELLATION = {
  ...ORDER_BY_ID,
  takesKey: true,
  invalidates: ['orders', 'products'],
  // Optional, as older clients send no body.
  body: z._default(z.object({ reason: CancelReason }), {}),
  reply: OrderChanged,
  errors: ['order_not_pending'],
} as const

export const cancelOrder = call('POST /orders/:id/cancel', {
  ...ORDER_CANCELLATION,
  roles: ['customer'],
  summary: 'Cancels a pending order and releases its stock; `reason` is shown on the order and in its mail.',
  failure: 'Siparis iptal edilemedi',
})
