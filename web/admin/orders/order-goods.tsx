import { CalendarClock } from 'lucide-react'
import type { AnyOrder } from '#contract/any-order.ts'
import { OPEN_STATUSES } from '#contract/order-status.ts'
import { VAT_WHEN_MISSING } from '#contract/order-totals.ts'
import type { OrderItem } from '#contract/orders.ts'
import { formatDay } from '#contract/turkish.ts'
import { LateGoods } from '../../delivery/late-goods.tsx'
import { OrderLines } from '../../orders/order-lines.tsx'
import { PriceSummary } from '../../orders/price-summary.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { linesWithBothUnits } from './changed-units.tsx'

/** The note and the lines of an order, with its total above and its sums below them. */
export function OrderGoods({ order }: { order: AnyOrder }) {
  const { items, notes, grand_total, delivery_fee } = order
  const goods = items.map(({ product_name, expected_stock_date: day }) => ({ product_name, day }))
  const phone = useIsPhoneWidth()
  const lines = linesWithBothUnits(order)
  return (
    <Card
      title="Ürünler"
      action={
        <span className="flex items-baseline gap-3">
          <span className="text-ink-soft text-sm">{items.length} kalem</span>
          <Money amount={grand_total} className="font-semibold text-lg" />
        </span>
      }
    >
      {notes && (
        <section
          aria-label="Sipariş notu"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by arrow keys
          tabIndex={0}
          className="ring-inside wrap-anywhere mb-2 overflow-y-auto whitespace-pre-line rounded-md bg-yellow-soft px-3 py-1.5 text-yellow-ink sm:max-h-24"
        >
          <span className="font-medium">Sipariş notu:</span> {notes}
        </section>
      )}
      {OPEN_STATUSES.includes(order.status) && <LateGoods isPlaced goods={goods} date={order.delivery_date ?? ''} />}
      {phone ? <OrderLines items={lines} /> : <OrderLinesTable items={lines} />}
      <PriceSummary lines={items} fee={delivery_fee} className="border-line border-t pt-4" />
    </Card>
  )
}

/** The lines as a table with low rows, for a desk. */
function OrderLinesTable({ items }: { items: readonly OrderItem[] }) {
  return (
    <table aria-label="Sipariş satırları" className="w-full border-collapse text-sm">
      <thead>
        <tr className="text-ink-soft text-xs">
          <th scope="col" className={`${CELL} text-left font-medium`}>
            Ürün
          </th>
          {['Miktar', 'Birim fiyat', 'KDV', 'Tutar'].map(head => (
            <th key={head} scope="col" className={`${CELL} text-right font-medium`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(item => (
          <tr key={item.product_id} className="border-line border-t">
            <th scope="row" className={`${CELL} wrap-anywhere text-left font-medium`}>
              {item.product_name} <span className="font-normal text-ink-soft">{item.brand}</span>
              {item.expected_stock_date && (
                <Badge tone="blue" icon={CalendarClock} className="ml-2">
                  İleri tarihli: {formatDay(item.expected_stock_date)}
                </Badge>
              )}
            </th>
            <td className={`${NUMBER} font-medium`}>
              {wholeText(item.quantity)} {item.unit}
            </td>
            <td className={NUMBER}>
              <Money amount={item.price} />
            </td>
            <td className={NUMBER}>%{item.vat_rate ?? VAT_WHEN_MISSING}</td>
            <td className={`${NUMBER} font-semibold`}>
              <Money amount={item.total_price} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const CELL = 'px-2 py-1 align-baseline first:pl-0 last:pr-0'
const NUMBER = `${CELL} whitespace-nowrap text-right tabular-nums`
