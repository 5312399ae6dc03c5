import type { OrderNeighbours } from '#contract/order-neighbours.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, writeCursor } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { matchingOrders, type OrderFilter, visibleTo } from './lists.ts'
import { SORT_COLUMNS, type Sorting, sortedBy } from './sorting.ts'

/**
 * The orders above and below an order in the list with this filter and order. The order itself need not match the
 * filter, as its status may have changed since. Refuses with `order_not_found`.
 */
export async function neighboursOf(
  db: Database,
  actor: Actor,
  id: string,
  filter: OrderFilter & Sorting,
): Promise<OrderNeighbours> {
  const order =
    (await visibleTo(db, actor).select(SORT_COLUMNS).where('orders.id', '=', id).executeTakeFirst()) ??
    refuse('order_not_found')
  const { direction, key } = sortedBy(filter)
  const own = writeCursor(key.map(column => column.of(order)))
  const nearest = async (towards: 'asc' | 'desc') => {
    const orders = matchingOrders(db, actor, filter).select(SORT_COLUMNS)
    const { rows } = await keyedList(orders, { direction: towards, key, item: found => found.id }).read(own, 1)
    return rows[0] ?? null
  }
  return { previous: await nearest(direction === 'asc' ? 'desc' : 'asc'), next: await nearest(direction) }
}
