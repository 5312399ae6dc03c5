import { dayFromToday } from '#contract/delivery-days.ts'
import { capitalized } from '#contract/turkish.ts'
import { useSession } from '../session.ts'
import { Field } from '../ui/field.tsx'
import { AnyDay } from './any-day.tsx'
import { DaySelect, offeredDays } from './day-select.tsx'
import { type DeliveredOrder, useOrderDelivery } from './order-delivery.ts'

type OrderDayProps = {
  order: DeliveredOrder
  /** The chosen day; without one, that of the order. */
  value: string | null | undefined
  /** Called with null if no day is chosen for an order that has none. */
  onChange: (day: string | null) => void
}

const NONE = { value: '', label: 'Belirlenmedi' }

/**
 * The field that moves an order to another delivery day, for an admin to any day; renders nothing for an order without
 * a day whose customer has no route.
 */
export function OrderDay({ order, value, onChange }: OrderDayProps) {
  const role = useSession()?.role
  const present = order.delivery_date
  const known = useOrderDelivery(order)
  if (!known || (present === null && !known.customers.hasRoute)) return null
  const { customers: delivery, orders } = known
  const date = value ?? present ?? ''
  const own = present === null ? NONE : { value: present, label: capitalized(dayFromToday(present, delivery.now())) }
  const before = offeredDays(delivery).some(day => day.date === present) ? [] : [own]
  const choose = (day: string) => onChange(day === '' ? null : day)
  if (role === 'admin') return <AnyDay delivery={delivery} date={date} before={before} onChoose={choose} />
  // Cut-offs pass in the order of the days, so that of a day after a possible one has not passed.
  const isLate = present !== null && orders.days.every(day => day.date > present)
  return (
    <Field
      label="Teslimat günü"
      hint={isLate ? 'Bu günün son sipariş saati geçtiyse siparişi yalnız yönetici değiştirebilir.' : undefined}
    >
      <DaySelect delivery={delivery} value={date} onChange={choose} before={before} />
    </Field>
  )
}
