import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { notify } from '../notifications/notifications.ts'

/** Notifies customers whose open orders wait for these products of their arrival, once per order and product. */
export async function notifyWaitingCustomers(tx: Tx, productIds: string[], now: Date) {
  if (productIds.length === 0) return
  const waiting = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'product_id', 'product_name', 'customer_id'])
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('expected_stock_date', 'is not', null)
    .where('status', 'in', ['beklemede', 'hazirlaniyor'])
    .execute()
  await notify(
    tx,
    waiting.map(({ order_id, product_id, product_name, customer_id }) => ({
      account_id: customer_id,
      kind: 'product_arrived' as const,
      title: `Beklediğiniz ürün geldi: ${product_name}`,
      body: `${order_id.slice(0, 8)} numaralı siparişinizdeki ürün depomuza ulaştı.`,
      link: `/orders/${order_id}`,
      once: `arrival ${order_id} ${product_id}`,
    })),
    now,
  )
}
