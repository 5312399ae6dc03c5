import { CalendarClock } from 'lucide-react'
import { VAT_WHEN_MISSING } from '#contract/order-totals.ts'
import type { OrderItem } from '#contract/orders.ts'
import { formatDay } from '#contract/turkish.ts'
import { Badge } from '../ui/badge.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'

/** The lines of an order: product, quantity, price. */
export function OrderLines({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul aria-label="Sipariş satırları" className="divide-y divide-line">
      {items.map(item => (
        <li key={item.product_id} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 py-3">
          <div className="min-w-0">
            <p className="font-medium">{item.product_name}</p>
            <p className="text-ink-soft text-sm">{item.brand}</p>
          </div>
          <Money amount={item.total_price} className="font-semibold" />
          <p className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
            <span>
              <span className="font-medium text-ink">
                {wholeText(item.quantity)} {item.unit}
              </span>{' '}
              × <Money amount={item.price} />
            </span>
            <VatOfLine rate={item.vat_rate} />
            {item.expected_stock_date && (
              <Badge tone="blue" icon={CalendarClock}>
                İleri tarihli: {formatDay(item.expected_stock_date)}
              </Badge>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The VAT rate of a line; nothing if it is 0. */
export function VatOfLine({ rate }: { rate: number | null | undefined }) {
  const shown = rate ?? VAT_WHEN_MISSING
  return shown > 0 ? <span className="whitespace-nowrap">+ %{shown} KDV</span> : null
}
