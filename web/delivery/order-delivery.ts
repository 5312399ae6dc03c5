import type { Order } from '#contract/orders.ts'
import { useSession } from '../session.ts'
import { type Delivery, useDelivery } from './delivery-query.ts'

export type DeliveredOrder = Pick<Order, 'id' | 'user_id' | 'delivery_date' | 'delivery_route'>

/**
 * The delivery of the order's customer, by which the order is moved to another day, and that of the order's own route,
 * by which it is revised while it keeps its day: undefined until it is loaded, and the customer's for an order without
 * a route.
 */
export function useOrderDelivery(
  { id, user_id, delivery_route }: DeliveredOrder,
  enabled = true,
): { customers: Delivery; orders: Delivery | undefined } | undefined {
  const role = useSession()?.role
  const of = role === 'customer' ? null : user_id
  const customers = useDelivery(of, enabled)
  const orders = useDelivery(of, enabled && delivery_route !== null, id)
  return customers && { customers, orders: delivery_route === null ? customers : orders }
}
