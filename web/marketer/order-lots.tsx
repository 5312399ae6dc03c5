import { readCustomersOrderLots } from '#contract/order-lots.ts'
import type { Order } from '#contract/orders.ts'
import { OrderLots } from '../orders/order-lots.tsx'

/** The lots of an order of one of the marketer's customers. */
export const CustomersOrderLots = ({ order }: { order: Order }) => (
  <OrderLots order={order} call={readCustomersOrderLots} />
)
