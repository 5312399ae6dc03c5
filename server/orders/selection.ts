import { sql } from 'kysely'
import type { OrderTotals, SelectedOrder } from '#contract/order-selection.ts'
import { CANCELLED_STATUSES } from '#contract/order-status.ts'
import { MAX_SELECTED } from '#contract/selection.ts'
import { searchWords } from '#contract/turkish.ts'
import { ORDERS, REVENUE } from '../customers/order-sums.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { keyedList } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { matchingOrders, type OrderFilter } from './lists.ts'
import { SORT_COLUMNS, type Sorting, sortedBy } from './sorting.ts'

const CANCELLED = sql<number>`coalesce(sum(orders) filter (where status in (${sql.join(CANCELLED_STATUSES)})), 0)`

/** How many orders match the filter, and their amount, which leaves cancelled orders out. */
export async function orderTotals(db: Database, actor: Actor<'admin'>, filter: OrderFilter): Promise<OrderTotals> {
  const { status, search = '', from, to, customer_id, delivery_date, route_id } = filter
  if (customer_id || delivery_date || route_id || searchWords(search).length > 0) {
    const found = matchingOrders(db, actor, filter).select([
      'status',
      'grand_total as amount',
      sql<number>`1`.as('orders'),
    ])
    return db
      .selectFrom(found.as('found'))
      .select([ORDERS.as('orders'), CANCELLED.as('cancelled_orders'), REVENUE.as('amount')])
      .executeTakeFirstOrThrow()
  }
  // All orders may match, so the sums by day are read instead of the orders.
  let sums = db
    .selectFrom('order_sums')
    .select([ORDERS.as('orders'), CANCELLED.as('cancelled_orders'), REVENUE.as('amount')])
  if (status) sums = sums.where('status', '=', status)
  if (from) sums = sums.where('day', '>=', from)
  if (to) sums = sums.where('day', '<=', to)
  return sums.executeTakeFirstOrThrow()
}

/** The orders that match the filter, in the list's order. Refuses with `selection_too_large` if they are too many. */
export async function selectOrders(
  db: Database,
  actor: Actor<'admin'>,
  filter: OrderFilter & Sorting,
): Promise<SelectedOrder[]> {
  const orders = matchingOrders(db, actor, filter).select(SORT_COLUMNS)
  const list = keyedList(orders, { ...sortedBy(filter), item: ({ id, status }) => ({ id, status }) })
  const { rows, last } = await list.read(undefined, MAX_SELECTED)
  return last === undefined ? rows : refuse('selection_too_large', MAX_SELECTED)
}
