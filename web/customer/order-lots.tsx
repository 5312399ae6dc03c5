import { readOrderLots } from '#contract/order-lots.ts'
import type { Order } from '#contract/orders.ts'
import { OrderLots } from '../orders/order-lots.tsx'

/** The lots of the customer's own order. */
export const OwnOrderLots = ({ order }: { order: Order }) => <OrderLots order={order} call={readOrderLots} />
