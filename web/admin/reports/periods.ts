import { dayWithWeekday } from '#contract/delivery-days.ts'
import { type Kurus, sum } from '#contract/money.ts'
import type { SalesReport } from '#contract/reports.ts'
import { formatShortDay } from '../../ui/day-formats.ts'

type Day = SalesReport['by_day'][number]

/** One column of the chart: a day, or a month when there are too many days. */
export type Period = { key: string; label: string; name: string; orders: number; revenue: Kurus }

const MAX_DAYS = 62
const MONTH = new Intl.DateTimeFormat('tr-TR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const SHORT_MONTH = new Intl.DateTimeFormat('tr-TR', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** The chart's columns in chronological order: days for up to 62 days, months beyond. */
export function periodsOf(days: readonly Day[]): Period[] {
  if (days.length <= MAX_DAYS)
    return days.map(({ day, orders, revenue }) => ({
      key: day,
      label: formatShortDay(day),
      name: dayWithWeekday(day),
      orders,
      revenue,
    }))
  const months = new Map<string, Day[]>()
  for (const one of days) {
    const month = one.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), one])
  }
  return Array.from(months, ([key, some]) => ({
    key,
    label: SHORT_MONTH.format(new Date(key)),
    name: MONTH.format(new Date(key)),
    orders: some.reduce((total, { orders }) => total + orders, 0),
    revenue: sum(some.map(({ revenue }) => revenue)),
  }))
}
