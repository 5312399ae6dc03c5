import type { Order } from '#contract/orders.ts'
import { type CurrentProducts, currentProducts } from '../cart/current-products.ts'
import { type OfferedLine, offeredLines } from '../orders/order-again.ts'

/** An old order as it can be ordered today. */
export type OrderAgainOffer = CurrentProducts & { order: Order; lines: OfferedLine[] }

/** The lines of an old order as they can be ordered today. Rejects as `currentProducts` does. */
export async function orderAgainOffer(order: Order): Promise<OrderAgainOffer> {
  const current = await currentProducts(order.items.map(item => item.product_id))
  return { order, ...current, lines: offeredLines(order.items, current.products) }
}
