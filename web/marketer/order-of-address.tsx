import { useRef } from 'react'
import { type Order, readCustomersOrder } from '#contract/orders.ts'
import { isAbsent } from '../api.ts'
import { Failed } from '../parts/list-states.tsx'
import { useCallQuery } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { CustomersOrder, type OrderAction } from './customers-order.tsx'
import { type Opened, useLed } from './opened-orders.ts'

type AskedOrderProps = {
  id: string
  opened: Opened
  onDeed: (deed: OrderAction, order: Order) => void
  onClose: () => void
}

/** The order named in the URL, shown above a list that does not begin with it; or that it is gone. */
export function OrderOfAddress({ id, opened, onDeed, onClose }: AskedOrderProps) {
  const place = useRef<HTMLElement>(null)
  const query = useCallQuery(readCustomersOrder, { params: { id } })
  const order = query.data
  const isGone = isAbsent(query.error)
  useLed(id, order !== undefined, () => place.current)
  if (isGone)
    return (
      <AlertStrip kind="warning" title={query.error?.message} action={<Button onClick={onClose}>Kapat</Button>}>
        Sipariş silinmiş veya müşterisi başka bir pazarlamacıya geçmiş olabilir.
      </AlertStrip>
    )
  if (!order) return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={1} />
  return (
    <section ref={place} aria-label="Açılan sipariş" className="min-w-0 scroll-mt-16">
      <CustomersOrder
        order={order}
        open={opened.has(id)}
        onToggle={isOpen => opened.toggle(id, isOpen)}
        onDeed={onDeed}
      />
    </section>
  )
}
