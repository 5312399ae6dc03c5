import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { Price } from './money.ts'
import { PLACING_ERRORS } from './order-delivery.ts'
import { OrderFilters, OrderSorting } from './order-query.ts'
import {
  lineArray,
  NewOrder,
  ORDER_BY_ID,
  ORDER_BY_KEY,
  ORDER_CANCELLATION,
  ORDER_FAILED,
  ORDER_PLACEMENT,
  ORDERS_FAILED,
  Order,
  RequestedLine,
} from './orders.ts'
import { OverridesDelivery } from './overridable-rules.ts'
import { GOODS_ERRORS } from './sale.ts'

/** Orders as marketers and admins place, list and read them. */

/** An order for a customer: `agreed_price` (lira) of a line is charged instead of the catalogue's price. */
export const NewCustomersOrder = z.extend(NewOrder, {
  items: lineArray(z.extend(RequestedLine, { agreed_price: z.optional(Price) })),
})
export type NewCustomersOrder = z.output<typeof NewCustomersOrder>

const MARKETER_DATA_FAILED = 'Veriler yüklenirken hata oluştu'

export const listCustomersOrders = list('GET /marketer/orders', {
  roles: ['marketer'],
  resources: ['orders'],
  isStoredOffline: true,
  query: OrderFilters,
  item: Order,
  summary: 'Orders of the marketer’s customers, newest first; filtered as in the admin’s list.',
  failure: MARKETER_DATA_FAILED,
  personalData: true,
})

export const readCustomersOrder = call('GET /marketer/orders/:id', {
  ...ORDER_BY_ID,
  roles: ['marketer', 'admin'],
  resources: ['orders'],
  isStoredOffline: true,
  reply: Order,
  summary: 'One order of a customer of the marketer; for an admin, of any customer.',
  failure: ORDER_FAILED,
})

export const readCustomersOrderByKey = call('GET /marketer/orders/by-key/:key', {
  ...ORDER_BY_KEY,
  roles: ['marketer', 'admin'],
  resources: ['orders'],
  reply: Order,
  summary: 'The order that the caller placed with this `Idempotency-Key`; waits for a request that is placing it.',
  failure: ORDER_FAILED,
})

export const orderForCustomer = call('POST /marketer/orders/create-for-customer', {
  ...ORDER_PLACEMENT,
  roles: ['marketer', 'admin'],
  body: z.extend(NewCustomersOrder, {
    customer_id: z.uuid('Lütfen bir müşteri seçin').check(z.toLowerCase()),
    overrides_delivery: OverridesDelivery,
  }),
  summary: 'Places an order for a customer (see `/marketer/customers`), at agreed prices where lines have them.',
  errors: [...GOODS_ERRORS, ...PLACING_ERRORS, 'not_found', 'order_not_visible'],
})

export const cancelCustomersOrder = call('POST /marketer/orders/:id/cancel', {
  ...ORDER_CANCELLATION,
  roles: ['marketer', 'admin'],
  summary: 'Cancels a customer’s pending order; `reason` is shown on the order and in its mail.',
  failure: 'Sipariş iptal edilemedi',
})

export const listAllOrders = list('GET /admin/orders', {
  roles: ['admin'],
  resources: ['orders'],
  query: { ...OrderFilters, ...OrderSorting },
  item: Order,
  summary:
    'All orders, by `sort` in `order`, else newest first; `search` matches company, username and order number, days are Istanbul’s.',
  failure: ORDERS_FAILED,
  personalData: true,
})
