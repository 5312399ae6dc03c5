import { useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { readCustomersOrder } from '#contract/staff-orders.ts'
import { isNotFound } from '../api.ts'
import { Failed } from '../lists/list-states.tsx'
import { useCallQuery } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { CustomersOrder, type OrderAction } from './customers-order.tsx'
import { type ExpandedOrders, useScrollToOrder } from './expanded-orders.ts'

type LinkedOrderProps = {
  id: string
  opened: ExpandedOrders
  onAction: (action: OrderAction, order: Order) => void
  onClose: () => void
}

/** The order named in the URL, shown above a list whose first page lacks it; or a message if it is not found. */
export function LinkedOrder({ id, opened, onAction, onClose }: LinkedOrderProps) {
  const place = useRef<HTMLElement>(null)
  const query = useCallQuery(readCustomersOrder, { params: { id } })
  const order = query.data
  useScrollToOrder(id, order !== undefined, () => place.current)
  if (isNotFound(query.error)) return <OrderGone error={query.error} onClose={onClose} />
  if (!order) return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={1} />
  return (
    <section ref={place} aria-label="Açılan sipariş" className="min-w-0 scroll-mt-16">
      <CustomersOrder
        order={order}
        open={opened.has(id)}
        onToggle={isOpen => opened.toggle(id, isOpen)}
        onAction={onAction}
      />
    </section>
  )
}

/** Why an order is not shown, or no longer. */
export const OrderGone = ({ error, onClose }: { error: Error | null; onClose: () => void }) => (
  <AlertStrip kind="warning" title={error?.message} action={<Button onClick={onClose}>Kapat</Button>}>
    Sipariş silinmiş veya müşterisi başka bir pazarlamacıya geçmiş olabilir.
  </AlertStrip>
)
