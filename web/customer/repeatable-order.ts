import type { Order } from '#contract/orders.ts'
import { type CurrentProducts, currentProducts } from '../cart/current-products.ts'
import { type RepeatableLine, repeatableLines } from '../orders/order-again.ts'

/** An old order as it can be ordered today. */
export type RepeatableOrder = CurrentProducts & { order: Order; lines: RepeatableLine[] }

/** The lines of an old order as they can be ordered today. Rejects as `currentProducts` does. */
export async function readRepeatableOrder(order: Order): Promise<RepeatableOrder> {
  const current = await currentProducts(order.items.map(item => item.product_id))
  return { order, ...current, lines: repeatableLines(order.items, current.products) }
}
