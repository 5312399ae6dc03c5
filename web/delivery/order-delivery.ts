import type { Order } from '#contract/orders.ts'
import { useSession } from '../current-session.ts'
import { type Delivery, useDelivery, useLoadedDelivery } from './delivery-query.ts'

export type DeliveredOrder = Pick<Order, 'id' | 'user_id' | 'delivery_date' | 'delivery_route'>

/**
 * The delivery of the order's customer, by which the order is moved to another day, and the order's own, by which it is
 * revised while it keeps its day: undefined until it is loaded. If it cannot be loaded, an order without a route has
 * the customer's.
 */
export function useOrderDelivery(
  { id, user_id, delivery_route }: DeliveredOrder,
  enabled = true,
): { customers: Delivery; orders: Delivery | undefined } | undefined {
  const role = useSession()?.role
  const owner = role === 'customer' ? null : user_id
  const customers = useDelivery(owner, enabled)
  const { delivery: orders, isLoading } = useLoadedDelivery(owner, enabled, id)
  return customers && { customers, orders: orders ?? (delivery_route === null && !isLoading ? customers : undefined) }
}
