import { dayWithWeekday } from '#contract/delivery-days.ts'
import type { Order } from '#contract/orders.ts'
import { classNames } from '../ui/class-names.ts'
import type { Detail } from '../ui/details.tsx'

type Delivered = Pick<Order, 'delivery_date'>

/** The delivery day of an order in a list; nothing if it has none. */
export function DeliveryDay({ order, className }: { order: Delivered; className?: string }) {
  return (
    order.delivery_date && (
      <span className={classNames('text-ink-soft text-sm', className)}>
        Teslimat: <span className="text-ink">{dayWithWeekday(order.delivery_date)}</span>
      </span>
    )
  )
}

/** The delivery day among the details of an order, and to staff its route. */
export function deliveryDetails(order: Delivered & Pick<Order, 'delivery_route'>, isStaff: boolean): Detail[] {
  const { delivery_date, delivery_route } = order
  return [
    ...(delivery_date ? [{ label: 'Teslimat günü', value: dayWithWeekday(delivery_date) }] : []),
    ...(isStaff && delivery_route ? [{ label: 'Rota', value: delivery_route }] : []),
  ]
}
