import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'

/** What an order costs after a revision: 'Genel toplam ₺975,00, teslimat ücreti ₺75,00 dahil'. */
export function totalText({ grand_total, delivery_fee }: Pick<Order, 'grand_total' | 'delivery_fee'>): string {
  const fee = delivery_fee > 0 ? `, teslimat ücreti ${formatMoney(delivery_fee)} dahil` : ''
  return `Genel toplam ${formatMoney(grand_total)}${fee}`
}
