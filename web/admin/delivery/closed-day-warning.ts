import { readDeliveryCalendar } from '#contract/delivery.ts'
import { DELIVERY_HORIZON_DAYS } from '#contract/delivery-days.ts'
import type { CalendarEntry, DeliveryException } from '#contract/delivery-rules.ts'
import { formatDay } from '#contract/turkish.ts'
import { request } from '../../api.ts'
import { today } from '../../ui/clock.ts'
import { wholeText } from '../../ui/number-text.ts'
import { useNavigate } from '../../ui/router.tsx'
import { toast } from '../../ui/toaster.tsx'

/** How long the warning stays, in milliseconds. */
const DURATION = 10_000

/** How many of the days the warning names. */
const NAMED_DAYS = 5

/**
 * Returns a function that shows a warning if a day has orders of routes, or of one route, that do not deliver on it,
 * with a link to its orders. It shows nothing for a past day or without a connection.
 */
export function useClosedDayWarning() {
  const navigate = useNavigate()
  return async ({ date, route_id }: Pick<DeliveryException, 'date' | 'route_id'>) => {
    if (date >= today()) show(await ordersWithoutDelivery({ from: date, days: 1 }, route_id), navigate)
  }
}

/**
 * Returns a function that shows the same warning about those days for which orders are taken that `isClosed` selects,
 * with a link to the orders of the first one that has some.
 */
export function useClosedDaysWarning() {
  const navigate = useNavigate()
  return async (isClosed: (entry: CalendarEntry) => boolean, route_id: string | null) => {
    const query = { from: today(), days: DELIVERY_HORIZON_DAYS + 1 }
    show(await ordersWithoutDelivery(query, route_id, isClosed), navigate)
  }
}

type Found = { date: string; route_id: string; orders: number }

/** The orders of days without delivery, by day and route. */
async function ordersWithoutDelivery(
  query: { from: string; days: number },
  route_id: string | null,
  isClosed: (entry: CalendarEntry) => boolean = () => true,
): Promise<Found[]> {
  const days = await request(readDeliveryCalendar, { query }).catch(() => [])
  return days
    .filter(isClosed)
    .flatMap(({ date, routes }) => routes.map(route => ({ ...route, date })))
    .filter(one => one.orders > 0 && !one.delivers && (route_id === null || one.route_id === route_id))
}

function show(found: readonly Found[], navigate: (to: string) => void) {
  const [first] = found
  if (!first) return
  const { date } = first
  const orders = wholeText(found.reduce((sum, one) => sum + one.orders, 0))
  const days = [...new Set(found.map(one => one.date))]
  const ofFirstDay = found.filter(one => one.date === date)
  // The list has the orders of one route or of all, including those that deliver on the day.
  const route = ofFirstDay.length === 1 ? `&route_id=${first.route_id}` : ''
  const to = `/admin/dashboard?tab=orders&delivery_date=${date}${route}`
  toast.warning(titleOf(days.length, ofFirstDay.length, orders), {
    description: namesOf(days),
    duration: DURATION,
    action: { label: labelOf(days.length, ofFirstDay.length), onClick: () => navigate(to) },
  })
}

function titleOf(days: number, routes: number, orders: string) {
  if (days > 1) return `Teslimat olmayan ${wholeText(days)} güne ${orders} sipariş var`
  if (routes === 1) return `Teslimat olmayan bu güne ${orders} sipariş var`
  return `Bu gün teslimatı olmayan ${wholeText(routes)} rotanın ${orders} siparişi var`
}

function labelOf(days: number, routes: number) {
  if (days > 1) return 'İlk günün siparişlerini gör'
  return routes === 1 ? 'Siparişleri gör' : 'Günün siparişlerini gör'
}

function namesOf(days: readonly string[]) {
  const more = days.length - NAMED_DAYS
  const named = days.slice(0, NAMED_DAYS).map(formatDay).join(', ')
  return more > 0 ? `${named} ve ${wholeText(more)} gün daha` : named
}
