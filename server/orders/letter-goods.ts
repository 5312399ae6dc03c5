import { FEE_LABEL } from '#contract/delivery-days.ts'
import { formatMoney, formatNumber, type Kurus } from '#contract/money.ts'
import type { RevisionRecord } from '#contract/order-revisions.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { formatDay, istanbulDay } from '#contract/turkish.ts'
import type { Letter } from '../mail/letter-kind.ts'

type Facts = Pick<Order, 'created_at' | 'items' | 'subtotal' | 'total_vat' | 'grand_total'> & {
  delivery_fee?: Kurus | undefined
}

/** The goods of an order for its mail; `revision` is the one that made this state of it. */
export function goodsOf(order: Facts, now: Date, revision?: RevisionRecord): NonNullable<Letter['goods']> {
  const { items, subtotal, total_vat, grand_total, delivery_fee } = order
  const more = new Set(revision?.lines.filter(isMore).map(({ product_id }) => product_id))
  const orderedAt = ({ product_id }: OrderItem) => (revision && more.has(product_id) ? revision : order).created_at
  return {
    lines: items.map(item => ({
      name: item.product_name,
      detail: detailOf(item, { ordered: istanbulDay(new Date(orderedAt(item))), today: istanbulDay(now) }),
      amount: formatMoney(item.total_price),
    })),
    sums: [
      { label: 'Ara toplam', amount: formatMoney(subtotal) },
      { label: 'KDV', amount: formatMoney(total_vat) },
      ...(delivery_fee ? [{ label: FEE_LABEL, amount: formatMoney(delivery_fee) }] : []),
      { label: 'Genel toplam', amount: formatMoney(grand_total) },
    ],
  }
}

const isMore = ({ quantity_before, quantity_after }: RevisionRecord['lines'][number]) =>
  (quantity_after ?? 0) > (quantity_before ?? 0)

/** The days (YYYY-MM-DD) on which the goods were ordered, or more of them, and the mail is written. */
type Days = { ordered: string; today: string }

function detailOf({ quantity, unit, price, expected_stock_date: day }: OrderItem, days: Days) {
  const promised = day ? `, ${formatDay(day)} tarihinde ${arrivalText(day, days)}` : ''
  return `${formatNumber(quantity)} ${unit} × ${formatMoney(price)}${promised}`
}

/** Goods whose day has passed since they were ordered may have arrived. */
function arrivalText(day: string, { ordered, today }: Days) {
  if (day < ordered) return 'gelecekti, gecikti'
  return day < today ? 'gelecekti' : 'gelecek'
}
