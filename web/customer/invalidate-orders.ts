import { listProducts } from '#contract/catalogue.ts'
import { listRevisions } from '#contract/order-revisions.ts'
import { listOrders, type Order, readOrder, readOrderStats } from '#contract/orders.ts'
import { queryClient, queryKeyOf } from '../queries.ts'

/** Invalidates the queries of orders and stock after an order was placed or changed. */
export async function invalidateOrders(order?: Order) {
  if (order) queryClient.setQueryData([...queryKeyOf(readOrder), { params: { id: order.id } }], order)
  const stale = [listOrders, readOrderStats, listRevisions, listProducts, ...(order ? [] : [readOrder])]
  await Promise.all(stale.map(call => queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })))
}
