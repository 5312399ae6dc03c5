import { readDeliveryCalendar } from '#contract/delivery.ts'
import type { DeliveryException } from '#contract/delivery-rules.ts'
import { formatDay } from '#contract/turkish.ts'
import { request } from '../../api.ts'
import { today } from '../../ui/clock.ts'
import { wholeText } from '../../ui/number-text.ts'
import { useNavigate } from '../../ui/router.tsx'
import { toast } from '../../ui/toaster.tsx'

/** How long the warning stays, in milliseconds. */
const DURATION = 10_000

/**
 * Returns a function that shows a warning if a day has orders of routes, or of one route, that do not deliver on it,
 * with a link to its orders. It shows nothing for a past day or without a connection.
 */
export function useClosedDayWarning() {
  const navigate = useNavigate()
  return async ({ date, route_id }: Pick<DeliveryException, 'date' | 'route_id'>) => {
    if (date < today()) return
    const days = await request(readDeliveryCalendar, { query: { from: date, days: 1 } }).catch(() => [])
    const [route, ...others] = days
      .flatMap(({ routes }) => routes)
      .filter(one => one.orders > 0 && !one.delivers && (route_id === null || one.route_id === route_id))
    if (!route) return
    const orders = wholeText(others.reduce((sum, other) => sum + other.orders, route.orders))
    const address = `/admin/dashboard?tab=orders&delivery_date=${date}`
    // The list has the orders of one route or of all, including those that deliver on the day.
    const { title, label, to } =
      others.length === 0
        ? {
            title: `Teslimat olmayan bu güne ${orders} sipariş var`,
            label: 'Siparişleri gör',
            to: `${address}&route_id=${route.route_id}`,
          }
        : {
            title: `Bu gün teslimatı olmayan ${wholeText(others.length + 1)} rotanın ${orders} siparişi var`,
            label: 'Günün siparişlerini gör',
            to: address,
          }
    toast.warning(title, {
      description: formatDay(date),
      duration: DURATION,
      action: { label, onClick: () => navigate(to) },
    })
  }
}
