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
    const orders = days
      .flatMap(({ routes }) => routes)
      .filter(route => !route.delivers && (route_id === null || route.route_id === route_id))
      .reduce((sum, route) => sum + route.orders, 0)
    if (orders === 0) return
    const address = `/admin/dashboard?tab=orders&delivery_date=${date}${route_id === null ? '' : `&route_id=${route_id}`}`
    toast.warning(`Teslimat olmayan bu güne ${wholeText(orders)} sipariş var`, {
      description: formatDay(date),
      duration: DURATION,
      action: { label: 'Siparişleri gör', onClick: () => navigate(address) },
    })
  }
}
