import { weekdayOf } from './calendar.ts'
import { type Holiday, holidayOn } from './holidays.ts'
import { daysLater, formatDay, istanbulDay, startOfIstanbulDay } from './turkish.ts'

// The delivery days of routes and their cut-offs. All days are in Istanbul's time zone.

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How many days ahead delivery days are searched for. */
export const DELIVERY_HORIZON_DAYS = 60

/** How many possible days are offered for an order. Admins can also choose others. */
export const OFFERED_DAYS = 10

/**
 * When a route delivers. `weekdays` are those of ISO 8601: 1 is Monday, 7 Sunday. Orders for a day are taken until
 * `cutoff_time` (HH:MM), `days_before` days before it.
 */
type RouteRules = { weekdays: readonly number[]; cutoff_time: string; days_before: number }

/** `closed`: no deliveries on a day that would have some; `extra`: deliveries on a day that would have none. */
export const EXCEPTION_KINDS = ['closed', 'extra'] as const
type ExceptionKind = (typeof EXCEPTION_KINDS)[number]
export const EXCEPTION_LABELS: Record<ExceptionKind, string> = { closed: 'Teslimat yok', extra: 'Ek teslimat günü' }

/** A deviation from the weekdays on one day (YYYY-MM-DD): of one route, or of all if `route_id` is null. */
export type DayException = { date: string; route_id: string | null; kind: ExceptionKind }

/** The rules of the calendar that all routes share. */
type CalendarRules = { closed_on_holidays: boolean; closed_on_half_days: boolean }

/** A route's rules and the exceptions to them. Exceptions of other routes are ignored. */
export type RouteCalendar = CalendarRules & { route: RouteRules & { id: string }; exceptions: readonly DayException[] }

/**
 * Whether a route delivers on a day. The route's own exception counts first, then that of all routes, then a public
 * holiday, then the weekday.
 */
export function deliversOn(calendar: RouteCalendar, day: string): boolean {
  const { route, exceptions } = calendar
  const ofDay = exceptions.filter(one => one.date === day && (one.route_id === null || one.route_id === route.id))
  const exception = ofDay.find(one => one.route_id !== null) ?? ofDay[0]
  if (exception) return exception.kind === 'extra'
  return !isClosedBy(calendar, holidayOn(day)) && route.weekdays.includes(weekdayOf(day))
}

const isClosedBy = (rules: CalendarRules, holiday: Holiday | undefined) =>
  holiday !== undefined && (holiday.isHalfDay ? rules.closed_on_half_days : rules.closed_on_holidays)

/** The instant from which orders for a delivery day are no longer taken; an order at exactly this instant is late. */
export function cutoffOf({ cutoff_time, days_before }: Omit<RouteRules, 'weekdays'>, day: string): Date {
  const [hours = 0, minutes = 0] = cutoff_time.split(':').map(Number)
  const start = startOfIstanbulDay(daysLater(day, -days_before))
  return new Date(start.getTime() + hours * HOUR + minutes * MINUTE)
}

/** Whether an order made at this instant is too late for the day. */
export const isPastCutoff = (route: Omit<RouteRules, 'weekdays'>, day: string, now: Date) =>
  now.getTime() >= cutoffOf(route, day).getTime()

/** The next days, at most `count`, for which an order can be placed at an instant; days in `full` are left out. */
export function nextDeliveryDays(
  calendar: RouteCalendar,
  now: Date,
  { count = OFFERED_DAYS, full = new Set() }: { count?: number; full?: ReadonlySet<string> } = {},
): string[] {
  const today = istanbulDay(now)
  const days: string[] = []
  for (let ahead = 0; ahead <= DELIVERY_HORIZON_DAYS && days.length < count; ahead++) {
    const day = daysLater(today, ahead)
    if (!full.has(day) && deliversOn(calendar, day) && !isPastCutoff(calendar.route, day, now)) days.push(day)
  }
  return days
}

/** The possible days that are offered: the next `OFFERED_DAYS` and, if these are full, the first that is not. */
export function daysToOffer<Day>(days: readonly Day[], isFull: (day: Day) => boolean): readonly Day[] {
  const free = days.findIndex(day => !isFull(day))
  const next = days.slice(0, OFFERED_DAYS)
  return free < OFFERED_DAYS ? next : [...next, ...days.slice(free, free + 1)]
}

// Sentences -------------------------------------------------------------------------------

const NAMES = ['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar'] as const

/** The Turkish name of a weekday, 1 to 7. */
export const weekdayName = (weekday: number) => NAMES[weekday - 1] ?? ''

/** A day with its weekday: '24.11.2026 Salı' */
export const dayWithWeekday = (day: string) => `${formatDay(day)} ${weekdayName(weekdayOf(day))}`

/** The label of the delivery fee among an order's sums. */
export const FEE_LABEL = 'Teslimat ücreti (KDV dahil)'

/** The day and the route of an order: '26.11.2026 Perşembe · Kadıköy'; nothing without a day. */
export const deliveryText = (order: { delivery_date: string | null; delivery_route: string | null }): string[] =>
  order.delivery_date ? [[dayWithWeekday(order.delivery_date), order.delivery_route].filter(Boolean).join(' · ')] : []

/** A day relative to today, in Turkish: 'bugün', 'yarın (Salı)', 'Perşembe günü (26.11.2026)'. */
export function dayFromToday(day: string, now: Date): string {
  const today = istanbulDay(now)
  const weekday = weekdayName(weekdayOf(day))
  if (day === today) return 'bugün'
  if (day === daysLater(today, 1)) return `yarın (${weekday})`
  return `${weekday} günü (${formatDay(day)})`
}
