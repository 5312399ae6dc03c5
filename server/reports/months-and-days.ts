import { daysBetween, firstOfMonth } from '#contract/calendar.ts'
import { daysLater } from '#contract/turkish.ts'

/** Days in a row, all included; with a negative sign they are subtracted. */
export type Days = { from: string; to: string; sign: 1 | -1 }

/**
 * The months (each by its first day) and the days that together make up a period. If most of a month is in the period,
 * the whole month is taken and its other days are subtracted, so that at most half a month is read day by day at each
 * end.
 */
export function monthsAndDays(from: string, to: string): { months: string[]; days: Days[] } {
  const months: string[] = []
  const days: Days[] = []
  for (let first = firstOfMonth(from); first <= to; first = firstOfMonth(daysLater(first, 31))) {
    const last = daysLater(firstOfMonth(daysLater(first, 31)), -1)
    const part = { from: first < from ? from : first, to: last > to ? to : last, sign: 1 } as const
    const before = { from: first, to: daysLater(part.from, -1), sign: -1 } as const
    const after = { from: daysLater(part.to, 1), to: last, sign: -1 } as const
    const others = [before, after].filter(span => span.from <= span.to)
    if (lengthOf(part) > others.reduce((sum, span) => sum + lengthOf(span), 0)) {
      months.push(first)
      days.push(...others)
    } else days.push(part)
  }
  return { months, days }
}

const lengthOf = ({ from, to }: Days) => daysBetween(from, to) + 1
