import { type RawBuilder, sql } from 'kysely'
import type { OrderNeighbours } from '#contract/order-neighbours.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { filtered, type OrderFilter, visibleTo } from './lists.ts'

/**
 * The orders above and below an order in the list with this filter. The order itself need not match it, as it may have
 * got another status meanwhile. Refuses with `order_not_found`.
 */
export async function neighboursOf(
  db: Database,
  actor: Actor,
  id: string,
  filter: OrderFilter,
): Promise<OrderNeighbours> {
  const order =
    (await visibleTo(db, actor).select('created_at').where('orders.id', '=', id).executeTakeFirst()) ??
    refuse('order_not_found')
  const key = sql`(orders.created_at, orders.id)`
  const own = sql`(${order.created_at}::timestamptz, ${id}::uuid)`
  const nearest = async (isBeyond: RawBuilder<boolean>, direction: 'asc' | 'desc') => {
    const found = await filtered(db, actor, filter)
      .select('orders.id')
      .where(isBeyond)
      .orderBy('orders.created_at', direction)
      .orderBy('orders.id', direction)
      .limit(1)
      .executeTakeFirst()
    return found?.id ?? null
  }
  return {
    previous: await nearest(sql<boolean>`${key} > ${own}`, 'asc'),
    next: await nearest(sql<boolean>`${key} < ${own}`, 'desc'),
  }
}
