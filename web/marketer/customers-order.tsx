import { PencilLine } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { OrderLines } from '../parts/order-lines.tsx'
import { OrderNumber } from '../parts/order-number.tsx'
import { OrderStatusBadge } from '../parts/order-status.tsx'
import { PriceSummary } from '../parts/price-summary.tsx'
import { Badge } from '../ui/badge.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Money } from '../ui/money.tsx'

type CustomersOrderProps = { order: Order; open: boolean; onToggle: (open: boolean) => void }

/** An order of one of the marketer's customers; opened, it shows its lines and what they come to. */
export function CustomersOrder({ order, open, onToggle }: CustomersOrderProps) {
  return (
    <Disclosure
      open={open}
      onToggle={onToggle}
      className="rounded-md border border-line bg-surface"
      summary={<Summary order={order} />}
    >
      <OrderLines items={order.items} />
      <PriceSummary lines={order.items} className="border-line border-t pt-4" />
      {order.notes && (
        <div className="mt-4 border-line border-t pt-4">
          <h3 className="text-ink-soft text-sm">Sipariş notu</h3>
          <p className="whitespace-pre-line">{order.notes}</p>
        </div>
      )}
      {order.revised_by_marketer_name && (
        <p className="mt-4 border-line border-t pt-4 text-ink-soft text-sm">
          Son revize eden: <span className="font-medium text-ink">{order.revised_by_marketer_name}</span>
        </p>
      )}
    </Disclosure>
  )
}

function Summary({ order }: { order: Order }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex min-w-0 items-baseline justify-between gap-4">
        <h2 className="min-w-0 truncate font-semibold">{order.user_company}</h2>
        <Money amount={order.grand_total} className="font-semibold" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <span className="text-ink-soft">
          <OrderNumber id={order.id} className="text-ink" /> · {formatInstant(order.created_at)}
        </span>
        <span className="flex flex-wrap gap-1">
          {order.revision_count > 0 && (
            <Badge tone="brand" icon={PencilLine}>
              {order.revision_count} kez revize
            </Badge>
          )}
          <OrderStatusBadge status={order.status} />
        </span>
      </div>
    </div>
  )
}
