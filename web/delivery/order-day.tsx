import { dayFromToday } from '#contract/delivery-days.ts'
import type { Order } from '#contract/orders.ts'
import { useSession } from '../session.ts'
import { Field } from '../ui/field.tsx'
import { capital, DaySelect } from './day-select.tsx'
import { useDelivery } from './delivery-query.ts'

type OrderDayProps = {
  order: Pick<Order, 'user_id' | 'delivery_date'>
  /** The day that is chosen; without one, that of the order. */
  value: string | undefined
  onChange: (day: string) => void
}

/** Moves an order to another delivery day; nothing for one without a day. */
export function OrderDay({ order, value, onChange }: OrderDayProps) {
  const role = useSession()?.role
  const present = order.delivery_date
  const delivery = useDelivery(role === 'customer' ? null : order.user_id, present !== null)
  if (present === null || !delivery) return null
  const isOffered = delivery.days.some(({ date }) => date === present)
  const more = isOffered ? [] : [{ value: present, label: capital(dayFromToday(present, delivery.now())) }]
  return (
    <Field label="Teslimat günü">
      <DaySelect delivery={delivery} value={value ?? present} onChange={onChange} more={more} />
    </Field>
  )
}
