import { sql } from 'kysely'
import { AWAITING_STATUSES } from '#contract/order-status.ts'
import { orderNumber } from '#contract/orders.ts'
import type { StoredReceipt } from '#contract/stock.ts'
import { type FulfilledWatch, listWatches, takeFulfilledWatches } from '../catalogue/watches.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { refreshTopics } from '../notifications/live.ts'
import { allowAgain, type NewNotification, notify } from '../notifications/notifications.ts'
import { type Arrivals, lockStock } from '../stock/ledger.ts'

/**
 * Runs work that may add goods to the stock, in one transaction (the open one, or a new one). In the same transaction it
 * then notifies the customers whose orders wait for the products that the work has added to `arrivals`, once per order
 * and product, and those who watch these products, once per watch.
 */
export function withArrivalNotifications<T>(
  db: Database,
  now: Date,
  work: (tx: Tx, arrivals: Arrivals) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async tx => {
    const arrivals: Arrivals = new Set()
    const result = await work(tx, arrivals)
    await notifyWaitingCustomers(tx, [...arrivals], now)
    await notifyWatchers(tx, [...arrivals], now)
    return result
  })
}

async function notifyWaitingCustomers(tx: Tx, productIds: string[], now: Date) {
  const waiting = await waitingLines(tx, productIds)
  await notifyOfArrivals(
    tx,
    waiting.map(({ order_id, product_name, account_id, once }) => ({
      account_id,
      kind: 'product_arrived' as const,
      title: `Beklediğiniz ürün geldi: ${product_name}`,
      body: `${orderNumber(order_id)} numaralı siparişinizdeki ürün depomuza ulaştı.`,
      link: `/orders/${order_id}`,
      once,
    })),
    now,
  )
}

/** Called when a receipt is reversed: customers whom it notified are notified again by the next arrival. */
export async function forgetArrivalsOf(tx: Tx, receipt: Pick<StoredReceipt, 'created_at' | 'items'>) {
  const productIds = receipt.items.map(({ product_id }) => product_id)
  await allowAgain(tx, await waitingLines(tx, productIds), receipt.created_at)
}

/** The lines of orders that wait for these products, each with the key by which it is notified once. */
async function waitingLines(tx: Tx, productIds: string[]) {
  if (productIds.length === 0) return []
  const lines = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'product_id', 'product_name', 'customer_id as account_id'])
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('expected_stock_date', 'is not', null)
    .where('status', 'in', AWAITING_STATUSES)
    .execute()
  return lines.map(line => ({ ...line, once: `arrival ${line.order_id} ${line.product_id}` }))
}

/** Notifies customers of the products among these that they watch and that are on sale and available. */
export async function notifyWatchers(tx: Tx, productIds: string[], now: Date) {
  await notifyOfWatches(tx, await takeFulfilledWatches(tx, productIds), now)
}

/** Notifies a customer who is active again of the watched products that are available by now. */
export async function notifyReactivated(tx: Tx, customer_id: string, now: Date) {
  const products = await listWatches(tx, { id: customer_id })
  // Waits for goods that are arriving, so that none arrives unnoticed.
  await lockStock(tx, products)
  await notifyOfWatches(tx, await takeFulfilledWatches(tx, products, customer_id), now)
}

async function notifyOfWatches(tx: Tx, fulfilled: FulfilledWatch[], now: Date) {
  await notifyOfArrivals(
    tx,
    fulfilled.map(({ customer_id, product_id, product_name }) => ({
      account_id: customer_id,
      kind: 'product_arrived' as const,
      title: `Haber istediğiniz ürün geldi: ${product_name}`,
      body: 'Ürün yeniden stokta; sepetinize ekleyebilirsiniz.',
      link: `/products?urun=${product_id}`,
      is_requested: true,
    })),
    now,
  )
}

/**
 * Notifies of goods that have arrived, and refreshes the products on the recipients' open screens, so that none
 * contradicts the notification.
 */
async function notifyOfArrivals(tx: Tx, notifications: NewNotification[], now: Date) {
  if (notifications.length === 0) return
  await notify(tx, notifications, now)
  refreshTopics(tx, ['products'], { accounts: notifications.map(({ account_id }) => account_id) })
}
