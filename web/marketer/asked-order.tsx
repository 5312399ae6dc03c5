import { useRef } from 'react'
import { type Order, readCustomersOrder } from '#contract/orders.ts'
import { isAbsent } from '../api.ts'
import { useAnswer } from '../parts/asking.ts'
import { Failed } from '../parts/list-states.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { CustomersOrder, type OrderDeed } from './customers-order.tsx'
import { type Opened, useLed } from './opened-orders.ts'

type AskedOrderProps = {
  id: string
  opened: Opened
  onDeed: (deed: OrderDeed, order: Order) => void
  onClose: () => void
}

/** The order that somebody was led to, where the list begins with others; or that it is gone. */
export function AskedOrder({ id, opened, onDeed, onClose }: AskedOrderProps) {
  const place = useRef<HTMLElement>(null)
  const asked = useAnswer(readCustomersOrder, { params: { id } })
  const order = asked.data
  const isGone = isAbsent(asked.error)
  useLed(id, order !== undefined, () => place.current)
  if (isGone)
    return (
      <AlertStrip kind="warning" title={asked.error?.message} action={<Button onClick={onClose}>Kapat</Button>}>
        Sipariş silinmiş veya müşterisi başka bir pazarlamacıya geçmiş olabilir.
      </AlertStrip>
    )
  if (!order) return asked.error ? <Failed asked={asked} error={asked.error} /> : <LoadingRows rows={1} />
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
