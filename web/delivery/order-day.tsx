import { dayFromToday } from '#contract/delivery-days.ts'
import type { Order } from '#contract/orders.ts'
import { capitalized, istanbulDay } from '#contract/turkish.ts'
import { useSession } from '../current-session.ts'
import { Field } from '../ui/field.tsx'
import { AnyDay } from './any-day.tsx'
import { DaySelect, offeredDays } from './day-select.tsx'
import type { Delivery } from './delivery-query.ts'
import { LateGoods } from './late-goods.tsx'
import { type DeliveredOrder, useOrderDelivery } from './order-delivery.ts'

type OrderDayProps = {
  order: DeliveredOrder & Pick<Order, 'items'>
  /** The ids of the products that the order will have. */
  products: ReadonlySet<string>
  /** The chosen day; without one, the order's day. */
  value: string | null | undefined
  /** Called with null if no day is chosen for an order that has none. */
  onChange: (day: string | null) => void
}

const NONE = { value: '', label: 'Belirlenmedi' }

/**
 * The field that moves an order to another delivery day, for an admin to any day; renders nothing for an order without
 * a day whose customer has no route.
 */
export function OrderDay({ order, products, value, onChange }: OrderDayProps) {
  const role = useSession()?.role
  const present = order.delivery_date
  const known = useOrderDelivery(order)
  if (!known || (present === null && !known.customers.hasRoute)) return null
  const { customers: delivery, orders } = known
  const date = value ?? present ?? ''
  const own = present === null ? NONE : { value: present, label: capitalized(dayFromToday(present, delivery.now())) }
  const before = offeredDays(delivery).some(day => day.date === present) ? [] : [own]
  const choose = (day: string) => onChange(day === '' ? null : day)
  const goods = order.items
    .filter(({ product_id }) => products.has(product_id))
    .map(({ product_name, expected_stock_date }) => ({ product_name, day: expected_stock_date }))
  const ofGoods = { goods, date, choice: { delivery, onChoose: choose }, isPlaced: true }
  if (role === 'admin')
    return (
      <LateGoods {...ofGoods}>
        <AnyDay delivery={delivery} date={date} before={before} onChoose={choose} />
      </LateGoods>
    )
  const isLate = present !== null && orders !== undefined && isLateFor(orders, present)
  // The order has a place on its own day, even if the day is full.
  const days = delivery.days.map(day => (day.date === present ? { ...day, isFull: false } : day))
  return (
    <LateGoods {...ofGoods}>
      <Field
        label="Teslimat günü"
        hint={isLate ? 'Bu günün son sipariş saati geçtiyse siparişi yalnız yönetici değiştirebilir.' : undefined}
      >
        <DaySelect delivery={{ ...delivery, days }} value={date} onChange={choose} before={before} />
      </Field>
    </LateGoods>
  )
}

/**
 * Whether the cut-off of a day may have passed; on a route that no longer exists only today's. Cut-offs pass in the
 * order of the days, so the cut-off of a day after a possible one has not passed.
 */
const isLateFor = ({ hasRoute, days, now }: Delivery, present: string) =>
  hasRoute ? days.every(({ date }) => date > present) : present <= istanbulDay(now())
