import { sql } from 'kysely'
import type { UpcomingOrders } from '#contract/delivery-rules.ts'
import { DELIVERED_STATUSES } from '#contract/order-status.ts'
import { byAlphabet } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'

/**
 * The routes that have orders from a day on (up to `to`), by name, with how many: also deleted ones, which only their
 * orders still name. Cancelled orders are left out.
 */
export async function readUpcomingOrders(db: Database, from: string, to?: string): Promise<UpcomingOrders[]> {
  let orders = db
    .selectFrom('orders')
    .select('delivery_route_id as route_id')
    // A route may have been renamed between two orders.
    .select(sql<string>`(array_agg(delivery_route order by created_at desc, id))[1]`.as('route_name'))
    .select(eb => eb.fn.countAll<number>().as('orders'))
    .where('delivery_route_id', 'is not', null)
    .where('delivery_date', '>=', from)
    .where('status', 'in', DELIVERED_STATUSES)
    .groupBy('delivery_route_id')
    .$narrowType<{ route_id: string }>()
  if (to !== undefined) orders = orders.where('delivery_date', '<=', to)
  return (await orders.execute()).sort((a, b) => byAlphabet(a.route_name, b.route_name))
}
