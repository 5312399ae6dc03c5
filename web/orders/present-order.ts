import type { Order } from '#contract/orders.ts'
import { readCustomersOrder } from '#contract/staff-orders.ts'
import { useCallQuery } from '../queries.ts'

/** The present state of an order on which an action was begun; `order` itself until a newer state has been fetched. */
export function usePresentOrder(order: Order, isOpen: boolean): Order {
  const fetched = useCallQuery(readCustomersOrder, { params: { id: order.id }, enabled: isOpen }).data
  return fetched && fetched.updated_at > order.updated_at ? fetched : order
}
