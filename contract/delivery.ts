import * as z from 'zod/mini'
import { call } from './call.ts'
import {
  AmountOrNone,
  CalendarEntry,
  CustomerDelivery,
  DeliveryException,
  DeliveryRoute,
  DeliveryRules,
  DeliverySettings,
  MAX_ROUTE_CUSTOMERS,
  NewDeliveryException,
  NewRoute,
  RouteChange,
  RouteCustomer,
} from './delivery-rules.ts'
import { CalendarDay, Id, Version } from './fields.ts'

// Days of a customer -------------------------------------------------------------------

/**
 * When a customer's orders can be delivered. A customer without a route has no days, and its orders have none. `days`
 * are those that are possible at `now`, in ascending order and including full ones: for an admin all of them, for
 * others the next `OFFERED_DAYS` and, if all of these are full, the first that is not. An order that names no day gets
 * the first that is not full.
 */
export const DeliveryDays = z.object({
  now: z.iso.datetime(),
  has_route: z.boolean(),
  days: z.array(z.object({ date: z.string(), cutoff: z.iso.datetime(), is_full: z.boolean() })),
  /** For an admin: the days from today on that are full, also those past their cut-off and closed ones. */
  full_days: z.optional(z.array(z.string())),
  /**
   * The least order amount that applies to the customer, with VAT, and the fee of a smaller one; see `orderMinimum`.
   * Both are null for an order from an accepted quote.
   */
  minimum: AmountOrNone,
  fee: AmountOrNone,
  /** Whether the order of `order_id` is from an accepted quote: on no day does it have a minimum or a fee. */
  is_from_quote: z.optional(z.boolean()),
})
export type DeliveryDays = z.output<typeof DeliveryDays>

// Calls ----------------------------------------------------------------------------------

const NOT_LOADED = 'Teslimat bilgileri yüklenemedi'
const NOT_SAVED = 'Teslimat bilgileri kaydedilemedi'
const ONE = { params: { id: Id } } as const
/** With `order_id`, the reply is about the order's route, whatever route its customer is on now. */
const OF_ORDER = { query: z.object({ order_id: z.optional(Id) }), errors: ['order_not_found'] } as const
const CHANGES = { roles: ['admin'], invalidates: ['delivery', 'audit'], failure: NOT_SAVED } as const
const Done = z.object({ success: z.literal(true) })

export const readDeliveryDays = call('GET /delivery/days', {
  ...OF_ORDER,
  roles: ['customer'],
  resources: ['delivery', 'orders'],
  isStoredOffline: true,
  reply: DeliveryDays,
  summary:
    'The customer’s next delivery days with their cut-offs, and the minimum and fee of its orders; with `order_id`, by the route of this order, which applies to its revisions while it keeps its day, and without minimum and fee if it is from an accepted quote.',
  failure: NOT_LOADED,
})

export const readCustomersDeliveryDays = call('GET /marketer/customers/:id/delivery-days', {
  ...ONE,
  ...OF_ORDER,
  roles: ['marketer', 'admin'],
  resources: ['delivery', 'orders'],
  isStoredOffline: true,
  reply: DeliveryDays,
  summary:
    'As `GET /delivery/days`, for a customer of the marketer; for an admin, all possible days of any customer, and all full ones, also past their cut-off, in `full_days`.',
  failure: NOT_LOADED,
})

export const readDeliveryRules = call('GET /admin/delivery', {
  roles: ['admin'],
  resources: ['delivery', 'customers', 'orders'],
  reply: DeliveryRules,
  summary:
    'Routes by name, exceptions from yesterday on, and the settings for all routes; in `upcoming_orders` the routes that have orders from today on, also deleted ones.',
  failure: NOT_LOADED,
})

export const changeDeliverySettings = call('PUT /admin/delivery', {
  ...CHANGES,
  body: z.partial(DeliverySettings),
  reply: DeliverySettings,
  summary: 'Changes the settings for all routes; absent fields stay.',
})

export const createRoute = call('POST /admin/delivery/routes', {
  ...CHANGES,
  body: NewRoute,
  reply: DeliveryRoute,
  creates: true,
  summary: 'Adds a route without customers.',
  errors: ['route_name_taken', 'too_many_routes'],
})

export const changeRoute = call('PUT /admin/delivery/routes/:id', {
  ...ONE,
  ...CHANGES,
  body: RouteChange,
  reply: DeliveryRoute,
  summary: 'Changes a route; absent fields stay. Orders keep their days.',
  errors: ['route_name_taken'],
})

export const deleteRoute = call('DELETE /admin/delivery/routes/:id', {
  ...ONE,
  ...CHANGES,
  invalidates: ['delivery', 'orders', 'audit'],
  reply: Done,
  summary: 'Deletes a route. Its customers then have none; its orders keep their days and the route’s name.',
})

export const listRouteCustomers = call('GET /admin/delivery/routes/:id/customers', {
  ...ONE,
  roles: ['admin'],
  resources: ['delivery', 'customers'],
  reply: z.array(RouteCustomer),
  summary: 'The customers of a route in loading order.',
  failure: NOT_LOADED,
})

export const setRouteCustomers = call('PUT /admin/delivery/routes/:id/customers', {
  ...ONE,
  ...CHANGES,
  body: z.object({
    customer_ids: z.array(Id, 'customer_ids bir liste olmalıdır').check(
      z.maxLength(MAX_ROUTE_CUSTOMERS, `Bir rotada en fazla ${MAX_ROUTE_CUSTOMERS} müşteri olabilir`),
      z.refine(ids => new Set(ids).size === ids.length, 'Bir müşteri rotada bir kez olabilir'),
    ),
    /** The route's version that was changed; if it has changed since, the call is refused. */
    version: Version,
  }),
  reply: z.array(RouteCustomer),
  summary:
    'Sets the customers of a route in loading order. Customers of other routes move to it, those no longer listed then have no route, and unknown ones are ignored.',
  errors: ['delivery_changed'],
})

export const readCustomerDelivery = call('GET /admin/customers/:id/delivery', {
  ...ONE,
  roles: ['admin'],
  resources: ['delivery', 'customers'],
  reply: CustomerDelivery,
  summary: 'A customer’s route and minimum.',
  failure: NOT_LOADED,
})

export const changeCustomerDelivery = call('PUT /admin/customers/:id/delivery', {
  ...ONE,
  ...CHANGES,
  body: z.object({ route_id: z.optional(z.nullable(Id)), minimum: z.optional(AmountOrNone) }),
  reply: CustomerDelivery,
  summary: 'Puts a customer at the end of a route, takes it off (`null`), or sets its own minimum; absent fields stay.',
})

export const setException = call('POST /admin/delivery/exceptions', {
  ...CHANGES,
  body: z.extend(NewDeliveryException, { replaces: z.optional(z.boolean('replaces doğru veya yanlış olmalıdır')) }),
  reply: DeliveryException,
  creates: true,
  summary:
    'Closes a day or adds one, for a route or for all; replaces an earlier exception of the same day and route. With `replaces` false, another exception stays and the call is refused.',
  errors: ['not_found', 'too_many_exceptions', 'exception_exists'],
})

export const deleteException = call('DELETE /admin/delivery/exceptions/:id', {
  ...ONE,
  ...CHANGES,
  reply: Done,
  summary: 'Removes an exception.',
})

/** The most days that one request for the calendar covers. */
const MAX_CALENDAR_DAYS = 62

export const readDeliveryCalendar = call('GET /admin/delivery/calendar', {
  roles: ['admin'],
  resources: ['delivery', 'orders'],
  query: z.object({
    from: CalendarDay,
    days: z._default(
      z.coerce
        .number('days bir sayı olmalıdır')
        .check(
          z.int('days tam sayı olmalıdır'),
          z.minimum(1, 'days en az 1 olmalıdır'),
          z.maximum(MAX_CALENDAR_DAYS, `days en fazla ${MAX_CALENDAR_DAYS} olabilir`),
        ),
      14,
    ),
  }),
  reply: z.array(CalendarEntry),
  summary:
    'Each day from `from` on: its holiday, which routes deliver, until when they take orders and how many they have. Deleted routes with orders in these days are among them.',
  failure: NOT_LOADED,
})
