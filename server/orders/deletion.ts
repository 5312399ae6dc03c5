import { sql } from 'kysely'
import { sum } from '#contract/money.ts'
import { OPEN_STATUSES, REVENUE_STATUSES } from '#contract/order-status.ts'
import type { DeletedOrders } from '../customers/deletion.ts'
import type { Tx } from '../db/transaction.ts'
import { proposeLaterLots } from '../lots/later-lots.ts'
import { releasePicksOf } from '../lots/picks.ts'
import { type Cause, lockStock, move } from '../stock/ledger.ts'

/**
 * Deletes all orders of a customer and releases the reservations of the open ones; delivered goods are not returned.
 */
export async function deleteOrdersOf(
  tx: Tx,
  customer_id: string,
  by: Pick<Cause, 'actor' | 'now'>,
): Promise<DeletedOrders> {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'grand_total'])
    .where('customer_id', '=', customer_id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const open = orders.filter(({ status }) => OPEN_STATUSES.includes(status)).map(({ id }) => id)
  const lines = await tx
    .selectFrom('order_items')
    .select(['order_id', 'product_id', 'quantity'])
    .where('order_id', '=', sql<string>`any(${open}::uuid[])`)
    .execute()
  const products = lines.map(({ product_id }) => product_id)
  await lockStock(tx, [...new Set(products)])
  for (const order_id of open) {
    const moves = lines
      .filter(line => line.order_id === order_id)
      .map(({ product_id, quantity }) => ({ product_id, reserved: -quantity }))
    await move(tx, moves, { ...by, reason: 'customer_deleted', order_id })
  }
  await releasePicksOf(tx, open)
  await tx.deleteFrom('orders').where('customer_id', '=', customer_id).execute()
  await proposeLaterLots(tx, products, by.now)
  const sold = orders.filter(({ status }) => REVENUE_STATUSES.includes(status))
  return { ids: orders.map(({ id }) => id), total: sum(sold.map(order => order.grand_total)) }
}
