import * as z from 'zod/mini'
import { EXCEPTION_KINDS } from './delivery-days.ts'
import { CalendarDay, Id, line, required } from './fields.ts'
import { Money } from './money.ts'

/** The admin's settings of deliveries: routes, their customers, exceptions by day, and the settings of all routes. */

export const MAX_ROUTES = 100
/** Upper limits: the customers of a route, and the exceptions from today on. */
export const MAX_ROUTE_CUSTOMERS = 1000
export const MAX_EXCEPTIONS = 500
export const MAX_DAYS_BEFORE = 14

export const AmountOrNone = z.nullable(Money)

const RouteFields = {
  name: required('Rota adı', 60),
  /** The days of delivery as numbers of ISO 8601: 1 is Monday, 7 Sunday. In replies in ascending order. */
  weekdays: z
    .array(z.int('Gün 1 ile 7 arasında olmalıdır').check(z.minimum(1), z.maximum(7)), 'En az bir teslimat günü seçin')
    .check(
      z.minLength(1, 'En az bir teslimat günü seçin'),
      z.refine(days => new Set(days).size === days.length, 'Bir gün iki kez yazılamaz'),
    ),
  cutoff_time: z
    .string('Son sipariş saati zorunludur')
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Saat SS:DD biçiminde olmalıdır')),
  days_before: z
    .int('Gün sayısı tam sayı olmalıdır')
    .check(
      z.minimum(0, 'Gün sayısı 0 veya daha büyük olmalıdır'),
      z.maximum(MAX_DAYS_BEFORE, `Gün sayısı en fazla ${MAX_DAYS_BEFORE} olabilir`),
    ),
  /** How many orders a day can have; null for no limit. */
  capacity: z.nullable(
    z
      .int('Kapasite tam sayı olmalıdır')
      .check(z.minimum(1, 'Kapasite en az 1 olmalıdır'), z.maximum(100_000, 'Kapasite en fazla 100.000 olabilir')),
  ),
  /** The least order amount with VAT; 0 for none, null if the one for all routes applies. */
  minimum: AmountOrNone,
  /**
   * The fee of a smaller order, VAT included; null if the one for all routes applies. Without any, such orders are
   * refused.
   */
  fee: AmountOrNone,
}

export const NewRoute = z.object({
  ...RouteFields,
  capacity: z._default(RouteFields.capacity, null),
  minimum: z._default(AmountOrNone, null),
  fee: z._default(AmountOrNone, null),
})
export type NewRoute = z.output<typeof NewRoute>

export const RouteChange = z.partial(z.object(RouteFields))
export type RouteChange = z.output<typeof RouteChange>

export const DeliveryRoute = z.object({
  id: z.uuid(),
  name: z.string(),
  weekdays: z.array(z.int()),
  cutoff_time: z.string(),
  days_before: z.int(),
  capacity: z.nullable(z.int()),
  minimum: AmountOrNone,
  fee: AmountOrNone,
  /** Grows with every change of the route's customers. */
  version: z.int(),
  customer_count: z.int(),
})
export type DeliveryRoute = z.output<typeof DeliveryRoute>

/** The settings of all routes. Half days are the afternoons before Ramazan, Kurban and Cumhuriyet Bayramı. */
export const DeliverySettings = z.object({
  closed_on_holidays: z.boolean(),
  closed_on_half_days: z.boolean(),
  /** Applies where neither the customer nor its route, if there is one, has a minimum; null for none. */
  minimum: AmountOrNone,
  fee: AmountOrNone,
})
export type DeliverySettings = z.output<typeof DeliverySettings>

/** The most characters of an exception's note. */
export const MAX_EXCEPTION_NOTE = 100

export const NewDeliveryException = z.object({
  date: CalendarDay,
  /** Null for all routes. */
  route_id: z.nullable(Id),
  kind: z.enum(EXCEPTION_KINDS, 'kind closed veya extra olmalıdır'),
  note: z._default(line('Açıklama', MAX_EXCEPTION_NOTE), ''),
})
export type NewDeliveryException = z.output<typeof NewDeliveryException>

export const DeliveryException = z.object({
  id: z.uuid(),
  date: z.string(),
  route_id: z.nullable(z.uuid()),
  kind: z.enum(EXCEPTION_KINDS),
  note: z.string(),
})
export type DeliveryException = z.output<typeof DeliveryException>

/** How many orders a route has from today on, without cancelled ones, and its name in the last of them. */
export const UpcomingOrders = z.object({ route_id: z.uuid(), route_name: z.string(), orders: z.int() })
export type UpcomingOrders = z.output<typeof UpcomingOrders>

/** Everything that the admin has entered: routes by name, exceptions from yesterday on by day. */
export const DeliveryRules = z.object({
  settings: DeliverySettings,
  routes: z.array(DeliveryRoute),
  exceptions: z.array(DeliveryException),
  /** The routes that have orders, by name: also deleted ones, which `routes` lacks. Absent if there are none. */
  upcoming_orders: z.optional(z.array(UpcomingOrders)),
})
export type DeliveryRules = z.output<typeof DeliveryRules>

/** A customer on a route, in loading order. */
export const RouteCustomer = z.object({
  customer_id: z.uuid(),
  company_name: z.string(),
  phone: z.string(),
  address: z.string(),
  is_active: z.boolean(),
  /** From 1. */
  position: z.int(),
  minimum: AmountOrNone,
})
export type RouteCustomer = z.output<typeof RouteCustomer>

export const CustomerDelivery = z.object({
  route_id: z.nullable(z.uuid()),
  route_name: z.nullable(z.string()),
  /** The place in the loading order, from 1; null without a route. */
  position: z.nullable(z.int()),
  /** The customer's own minimum; 0 for none, null if the route's or the general minimum applies. */
  minimum: AmountOrNone,
})
export type CustomerDelivery = z.output<typeof CustomerDelivery>

/** A route on a day, also a deleted one that has orders. `orders` excludes cancelled ones. */
export const RouteDay = z.object({
  route_id: z.uuid(),
  delivers: z.boolean(),
  /** Null for a deleted route. */
  cutoff: z.nullable(z.iso.datetime()),
  orders: z.int(),
  capacity: z.nullable(z.int()),
})

export const CalendarEntry = z.object({
  date: z.string(),
  /** The public holiday of the day, and whether it begins at 13:00. */
  holiday: z.nullable(z.string()),
  is_half_day: z.boolean(),
  routes: z.array(RouteDay),
})
export type CalendarEntry = z.output<typeof CalendarEntry>
