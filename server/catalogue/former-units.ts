import { sql } from 'kysely'
import { byUnitText } from '#contract/inventory.ts'
import { formatNumber } from '#contract/money.ts'
import { OPEN_STATUSES } from '#contract/order-status.ts'
import { orderNumber } from '#contract/orders.ts'
import type { Tx } from '../db/transaction.ts'

/** How many of the orders the warning names. */
const MAX_NAMED = 10

/**
 * Which open orders have lines in another unit than the product: the portal does not convert, so completing them takes
 * their number in the new unit.
 */
export async function formerUnitWarning(
  tx: Tx,
  { id, unit }: { id: string; unit: string },
): Promise<{ unit_warning?: string }> {
  const lines = () =>
    tx
      .selectFrom('order_items as item')
      .innerJoin('orders', 'orders.id', 'item.order_id')
      .where('orders.status', 'in', OPEN_STATUSES)
      .where('item.product_id', '=', id)
      .where('item.unit', '<>', unit)
  const sums = await lines()
    .groupBy('item.unit')
    .orderBy(sql`item.unit collate "tr-x-icu"`)
    .select(['item.unit', sql<number>`count(*)`.as('orders'), sql<number>`sum(item.quantity)::bigint`.as('quantity')])
    .execute()
  if (sums.length === 0) return {}
  const named = await lines()
    .select('orders.id')
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(MAX_NAMED)
    .execute()
  // An order has one line of a product.
  const orders = sums.reduce((sum, one) => sum + one.orders, 0)
  const pieces = sums.reduce((sum, one) => sum + one.quantity, 0)
  const more = orders - named.length
  const numbers = named.map(one => orderNumber(one.id))
  if (more > 0) numbers.push(`ve ${formatNumber(more)} sipariş daha`)
  return {
    unit_warning: `Ürünün ${formatNumber(orders)} açık siparişi eski birimde: ${byUnitText(sums)}. Tamamlanınca stoktan ${formatNumber(pieces)} ${unit} düşülür; önce (hazırlanmakta olanları beklemeye alıp) revize edin: ${numbers.join(', ')}`,
  }
}
