import { type DayException, nextDeliveryDays, type RouteCalendar } from '#contract/delivery-days.ts'
import { type OrderMinimum, orderMinimum } from '#contract/delivery-fee.ts'
import type { DeliverySettings } from '#contract/delivery-rules.ts'
import type { Kurus } from '#contract/money.ts'
import { DELIVERED_STATUSES } from '#contract/order-status.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { statementOf } from '../db/transaction.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

/** The terms of a customer's orders, or of one from an accepted quote: the route, if any, and the minimum and fee. */
export type DeliveryTerms = { route: TermsRoute | null; amounts: OrderMinimum; isFromQuote: boolean }
export type TermsRoute = { id: string; name: string; capacity: number | null; calendar: RouteCalendar }

type Row = {
  /** Null until an admin changes them. */
  settings: DeliverySettings | null
  own_minimum: Kurus | null
  route_id: string | null
  name: string
  weekdays: number[]
  cutoff_time: string
  days_before: number
  capacity: number | null
  minimum: Kurus | null
  fee: Kurus | null
  exceptions: DayException[]
  is_from_quote: boolean
}

// A constant text, as every order executes it.
const TERMS = `
  select to_jsonb(settings) as settings, customer.minimum as own_minimum, route.id as route_id, route.name,
    route.weekdays, route.cutoff_time, route.days_before, route.capacity, route.minimum, route.fee,
    case when route.id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('date', date, 'route_id', exception.route_id, 'kind', kind)), '[]')
      from delivery_exceptions as exception
      where date >= $2 and (exception.route_id is null or exception.route_id = route.id)
    ) end as exceptions,
    exists (select from custom_orders where order_id = $4::uuid) as is_from_quote
  from (select) as always
  left join delivery_settings as settings on true
  left join delivery_customers as customer on customer.customer_id = $1
  left join delivery_routes as route on route.id = coalesce($3::uuid, customer.route_id)`

/** The order whose terms are read, and the route that delivers it if that is not the customer's. */
type TermsOf = { order_id?: string | undefined; route_id?: string | null }

/**
 * Reads the route, minimum and fee that apply to a new order of the customer, or to an existing one; `termsOf` turns its
 * row into `DeliveryTerms`.
 */
export const termsQuery = (customerId: string, now: Date, { order_id, route_id = null }: TermsOf = {}) =>
  statementOf<Row>(TERMS, [customerId, istanbulDay(now), route_id, order_id ?? null])

/** The delivery terms that the row of `termsQuery` describes. */
export function termsOf(row: Row | undefined): DeliveryTerms {
  if (!row) throw new Error('no delivery settings')
  const { closed_on_holidays, closed_on_half_days, ...all } = row.settings ?? DEFAULT_SETTINGS
  const { route_id, name, capacity, exceptions } = row
  const { weekdays, cutoff_time, days_before, minimum, fee } = row
  const ofRoute = route_id === null ? null : { minimum, fee }
  // An accepted quote has neither: the wholesaler has named its price.
  const amounts = row.is_from_quote ? NO_MINIMUM : orderMinimum({ minimum: row.own_minimum }, ofRoute, all)
  const terms = { amounts, isFromQuote: row.is_from_quote }
  if (route_id === null) return { route: null, ...terms }
  const route = { id: route_id, weekdays, cutoff_time, days_before }
  const calendar = { closed_on_holidays, closed_on_half_days, route, exceptions }
  return { route: { id: route_id, name, capacity, calendar }, ...terms }
}

const NO_MINIMUM: OrderMinimum = { minimum: null, fee: null }

/** The terms of a customer's orders, or of one of them, at an instant. */
export async function readTerms(db: Database, customerId: string, now: Date, of: TermsOf = {}) {
  const { rows } = await db.executeQuery(termsQuery(customerId, now, of).compile())
  return termsOf(rows[0])
}

/** The number of orders to be delivered, by route and day, from a day on (up to `to`); cancelled ones are left out. */
export async function countOrders(db: Database, routeIds: readonly string[], from: string, to?: string) {
  let orders = db
    .selectFrom('orders')
    .select(['delivery_route_id as route_id', 'delivery_date as date'])
    .select(eb => eb.fn.countAll<number>().as('orders'))
    .where('delivery_route_id', 'in', routeIds)
    .where('delivery_date', '>=', from)
    .where('status', 'in', DELIVERED_STATUSES)
    .groupBy(['delivery_route_id', 'delivery_date'])
  if (to !== undefined) orders = orders.where('delivery_date', '<=', to)
  return routeIds.length === 0 ? [] : orders.execute()
}

/** The days of a route, from today on, that take no more orders. */
export async function fullDays(
  db: Database,
  { id, capacity }: Pick<TermsRoute, 'id' | 'capacity'>,
  now: Date,
): Promise<Set<string>> {
  if (capacity === null) return new Set()
  const counts = await countOrders(db, [id], istanbulDay(now))
  return new Set(counts.flatMap(({ date, orders }) => (date !== null && orders >= capacity ? [date] : [])))
}

/** The next possible days of a route that are not full. */
export async function freeDays(db: Database, route: TermsRoute, now: Date, count?: number): Promise<string[]> {
  return nextDeliveryDays(route.calendar, now, { ...(count && { count }), full: await fullDays(db, route, now) })
}
