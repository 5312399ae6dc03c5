import { ChevronRight } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { DeliveryDay } from '../orders/delivery-day.tsx'
import { GrandTotal } from '../orders/grand-total.tsx'
import { OrderNumber } from '../orders/order-number.tsx'
import { OrderStatusBadge } from '../orders/order-status.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { OrderAgainButton } from './order-again-button.tsx'

const SHOWN = 3

/** Whether the rows of both orders have the same height: each of the first products and the day take one line. */
export const hasSameLines = (before: Order, after: Order) =>
  linesOf(before) === linesOf(after) && (before.delivery_date === null) === (after.delivery_date === null)
const linesOf = ({ items }: Order) => Math.min(items.length, SHOWN + 1)

/** An order in a list, with a button that orders the same again. */
export function OrderRow({ order }: { order: Order }) {
  return (
    <div className="flex flex-col pr-2 sm:flex-row sm:items-center">
      <OrderLink order={order} />
      <span className="flex justify-end max-sm:pb-2">
        <OrderAgainButton order={order} small />
      </span>
    </div>
  )
}

/** A link to the order, showing its date, products, status and total. */
function OrderLink({ order }: { order: Order }) {
  const { id, status, created_at, items, grand_total } = order
  const more = items.length - SHOWN
  return (
    <Link
      to={`/orders/${id}`}
      className="ring-inside grid min-w-0 flex-1 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-surface-sunken lg:grid-cols-[11rem_1fr_auto_1.25rem] [@media(max-height:29.99rem)]:lg:grid-cols-[15rem_1fr_auto_1.25rem]"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:grid lg:justify-items-start">
        <OrderNumber id={id} />
        <OrderStatusBadge status={status} className="lg:order-last" />
        <time dateTime={created_at} className="text-ink-soft text-sm max-sm:basis-full">
          {formatInstant(created_at)}
        </time>
        <DeliveryDay order={order} className="max-sm:basis-full" />
      </span>
      <span className="min-w-0 text-ink-soft max-lg:order-last max-lg:col-span-2 max-sm:text-sm">
        {items.slice(0, SHOWN).map(item => (
          <span key={item.product_id} className="flex min-w-0 gap-1">
            <span className="truncate text-ink">{item.product_name}</span>
            <span className="shrink-0">
              · {wholeText(item.quantity)} {item.unit}
            </span>
          </span>
        ))}
        {more > 0 && <span className="block font-medium">+{more} ürün daha</span>}
      </span>
      <span className="text-right text-base">
        <GrandTotal amount={grand_total} />
      </span>
      <ChevronRight aria-hidden className="size-5 text-ink-faint max-lg:hidden" />
    </Link>
  )
}
