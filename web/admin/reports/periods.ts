import { dayWithWeekday } from '#contract/delivery-days.ts'
import { type Kurus, sum } from '#contract/money.ts'
import type { SalesReport } from '#contract/reports.ts'
import { daysLater } from '#contract/turkish.ts'
import { formatShortDay } from '../../ui/day-formats.ts'

type Day = SalesReport['by_day'][number]

/** One column of the chart: a day, or a month when there are too many days. */
export type Period = { key: string; label: string; name: string; orders: number; revenue: Kurus }

const MAX_DAYS = 62
const MONTH = new Intl.DateTimeFormat('tr-TR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const SHORT_MONTH = new Intl.DateTimeFormat('tr-TR', { month: 'short', year: '2-digit', timeZone: 'UTC' })
const PART_OF_MONTH = new Intl.DateTimeFormat('tr-TR', { month: 'short', timeZone: 'UTC' })

/**
 * The chart's columns in chronological order: days for up to 62 days, months beyond. Of a month that the period cuts,
 * label and name say which days are in it.
 */
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
    ...monthTexts(key, some[0]?.day ?? key, some[some.length - 1]?.day ?? key),
    orders: some.reduce((total, { orders }) => total + orders, 0),
    revenue: sum(some.map(({ revenue }) => revenue)),
  }))
}

/** 'Ara 25' and 'Aralık 2025', or of a part of the month '11–31 Ara' and 'Aralık 2025 (11.–31.)'. */
function monthTexts(month: string, from: string, to: string): Pick<Period, 'label' | 'name'> {
  const date = new Date(month)
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))]
  const isWhole = first === 1 && daysLater(to, 1).endsWith('-01')
  if (isWhole) return { label: SHORT_MONTH.format(date), name: MONTH.format(date) }
  const [label, name] = first === last ? [`${first}`, `${first}.`] : [`${first}–${last}`, `${first}.–${last}.`]
  return { label: `${label} ${PART_OF_MONTH.format(date)}`, name: `${MONTH.format(date)} (${name})` }
}
