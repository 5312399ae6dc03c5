import type { z } from 'zod'
import type { DeliveryDays } from '#contract/delivery.ts'
import { cutoffOf, daysToOffer, deliversOn, nextDeliveryDays, OFFERED_DAYS } from '#contract/delivery-days.ts'
import type { CalendarEntry } from '#contract/delivery-rules.ts'
import { holidayOn } from '#contract/holidays.ts'
import { daysLater } from '#contract/turkish.ts'
import { visibleTo } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { readRoutes } from './delivery-routes.ts'
import { readExceptions } from './exceptions.ts'
import { readSettings } from './settings.ts'
import { countOrders, fullDays, readTerms } from './terms.ts'
import { readUpcomingOrders } from './upcoming-orders.ts'

/** The customer whose delivery days are read; with an order, the days of that order's route. */
type DaysOf = { customer_id: string; order_id?: string | undefined }

/**
 * The next delivery days of a customer or its order, for an admin all possible and all full ones, with minimum and fee.
 * Refused with `not_found` if the actor may not see the customer, with `order_not_found` if it has no such order.
 */
export async function readDays(
  db: Database,
  actor: Actor,
  { customer_id, order_id }: DaysOf,
  now: Date,
): Promise<z.output<typeof DeliveryDays>> {
  const visible = visibleTo(db, actor).select('customers.id').where('customers.id', '=', customer_id)
  if (!(await visible.executeTakeFirst())) refuse('not_found')
  const route_id = order_id === undefined ? null : await routeOfOrder(db, customer_id, order_id)
  const { route, amounts, isFromQuote } = await readTerms(db, customer_id, now, { order_id, route_id })
  const ofQuote = isFromQuote && { is_from_quote: true }
  const reply = { now: now.toISOString(), has_route: route !== null, days: [], ...amounts, ...ofQuote }
  if (!route) return reply
  const full = await fullDays(db, route, now)
  const isAdmin = actor.role === 'admin'
  const count = isAdmin || full.size > 0 ? Number.POSITIVE_INFINITY : OFFERED_DAYS
  const possible = nextDeliveryDays(route.calendar, now, { count })
  const shown = isAdmin ? possible : daysToOffer(possible, date => full.has(date))
  const days = shown.map(date => ({
    date,
    cutoff: cutoffOf(route.calendar.route, date).toISOString(),
    is_full: full.has(date),
  }))
  return { ...reply, days, ...(isAdmin && { full_days: [...full].sort() }) }
}

/** The id of the route by which an order is delivered; null without one. */
async function routeOfOrder(db: Database, customer_id: string, id: string): Promise<string | null> {
  const orders = db.selectFrom('orders').select('delivery_route_id').where('customer_id', '=', customer_id)
  const order = await orders.where('id', '=', id).executeTakeFirst()
  return (order ?? refuse('order_not_found')).delivery_route_id
}

/**
 * The routes that deliver on each of `count` days beginning with `from`, and how many orders they have; also deleted
 * ones that have some.
 */
export async function readCalendar(db: Database, from: string, count: number): Promise<CalendarEntry[]> {
  const days = Array.from({ length: count }, (_, i) => daysLater(from, i))
  const [settings, routes, exceptions] = [await readSettings(db), await readRoutes(db), await readExceptions(db, from)]
  const to = days.at(-1)
  const deleted = (await readUpcomingOrders(db, from, to))
    .map(({ route_id }) => route_id)
    .filter(id => !routes.some(route => route.id === id))
  const counts = await countOrders(db, [...routes.map(({ id }) => id), ...deleted], from, to)
  const orders = new Map(counts.map(one => [`${one.route_id} ${one.date}`, one.orders]))
  const ordersOf = (id: string, date: string) => orders.get(`${id} ${date}`) ?? 0
  const ofDeleted = { delivers: false, cutoff: null, capacity: null }
  return days.map(date => {
    const holiday = holidayOn(date)
    return {
      date,
      holiday: holiday?.name ?? null,
      is_half_day: holiday?.isHalfDay ?? false,
      routes: [
        ...routes.map(route => ({
          route_id: route.id,
          delivers: deliversOn({ ...settings, route, exceptions }, date),
          cutoff: cutoffOf(route, date).toISOString(),
          orders: ordersOf(route.id, date),
          capacity: route.capacity,
        })),
        ...deleted.map(id => ({ route_id: id, ...ofDeleted, orders: ordersOf(id, date) })),
      ],
    }
  })
}
