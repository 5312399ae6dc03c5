import { sql } from 'kysely'
import { cutoffOf, deliversOn, type RouteCalendar } from '#contract/delivery-days.ts'
import { type DayRules, WEEKDAYS } from '#contract/standing-plan.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { readSettings } from '../delivery/settings.ts'

/** `hasRoute`: whether orders are made for a delivery day. */
export type CustomersDays = DayRules & { hasRoute: boolean }

/** Customers without a route get goods on any day that is not closed for all, if ordered by seven in the morning. */
const WITHOUT_ROUTE = { id: '', weekdays: WEEKDAYS, cutoff_time: '07:00', days_before: 0 }

/** The delivery days of customers, by customer: their routes' days, with the exceptions and holidays from today on. */
export async function dayRulesOf(
  db: Database,
  customers: readonly string[],
  now: Date,
): Promise<(customer_id: string) => CustomersDays> {
  const settings = await readSettings(db)
  const routes = await db
    .selectFrom('delivery_customers')
    .innerJoin('delivery_routes as route', 'route.id', 'route_id')
    .select(['customer_id', 'route.id', 'weekdays', 'cutoff_time', 'days_before'])
    .where('customer_id', '=', sql<string>`any(${customers}::uuid[])`)
    .execute()
  const exceptions = await db
    .selectFrom('delivery_exceptions')
    .select(['date', 'route_id', 'kind'])
    .where('date', '>=', daysLater(istanbulDay(now), -DAYS_BACK))
    .execute()
  const routeOf = new Map(routes.map(({ customer_id, ...route }) => [customer_id, route]))
  return customer_id => {
    const own = routeOf.get(customer_id)
    const calendar: RouteCalendar = { ...settings, route: own ?? WITHOUT_ROUTE, exceptions }
    return {
      hasRoute: own !== undefined,
      isOpen: day => deliversOn(calendar, day),
      cutoffOf: day => cutoffOf(calendar.route, day),
    }
  }
}

/** From how many days ago exceptions are read: somewhat longer than due days are searched for. */
const DAYS_BACK = 31
