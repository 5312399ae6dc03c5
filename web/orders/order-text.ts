import { dayWithWeekday } from '#contract/delivery-days.ts'
import { formatMoney } from '#contract/money.ts'
import { isCancelled, ORDER_STATUS } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { wholeText } from '../ui/number-text.ts'

type SharedOrder = Pick<
  Order,
  | 'id'
  | 'status'
  | 'created_at'
  | 'user_company'
  | 'items'
  | 'subtotal'
  | 'total_vat'
  | 'grand_total'
  | 'notes'
  | 'delivery_date'
  | 'delivery_fee'
>

/** An order as a text message: its lines with their totals, the sums and the note, and that it is cancelled. */
export function orderText(order: SharedOrder): string {
  const lines = order.items.map(({ quantity, unit, product_name, total_price, expected_stock_date }) => {
    const later = expected_stock_date ? ` (ileri tarihli: ${formatDay(expected_stock_date)})` : ''
    return `${wholeText(quantity)} ${unit} ${product_name}${later} – ${formatMoney(total_price)}`
  })
  return [
    `Sipariş ${orderNumber(order.id)} · ${formatInstant(order.created_at)}`,
    ...(isCancelled(order.status) ? [`Durum: ${ORDER_STATUS[order.status].label}`] : []),
    order.user_company,
    ...(order.delivery_date ? [`Teslimat: ${dayWithWeekday(order.delivery_date)}`] : []),
    '',
    ...lines,
    '',
    `Ara toplam: ${formatMoney(order.subtotal)}`,
    `KDV: ${formatMoney(order.total_vat)}`,
    ...(order.delivery_fee > 0 ? [`Teslimat ücreti: ${formatMoney(order.delivery_fee)}`] : []),
    `Genel toplam: ${formatMoney(order.grand_total)}`,
    ...(order.notes ? ['', `Not: ${order.notes}`] : []),
  ].join('\n')
}
