import {
  type ClosedDayRule,
  LOOK_BACK,
  orderedAt,
  type PendingDay,
  pendingDays,
  plannedDay,
} from '#contract/standing-plan.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { CustomersDays } from './day-rules.ts'
import { postponedDays, withPostponed } from './postponed-days.ts'
import type { Reminder } from './reminders.ts'

/** `lead`: how long before the cut-off an order is made, in milliseconds. */
export type Timing = { now: Date; lead: number }

/** The fields of a standing order that `pendingDaysOf` reads. */
type Scheduled = {
  weekdays: number[]
  every_weeks: number
  starts_on: string
  ends_on: string | null
  closed_days: ClosedDayRule
  effective_from: string
  checked_at: string | null
  planned_days: string[]
  days: readonly ScheduledDay[]
}

/** What `pendingDaysOf` reads of a stored day: its change, when its order was made, and its reminder. */
export type ScheduledDay = Reminder & {
  due_on: string
  is_skipped: boolean
  moved_to: string | null
  made_at: string | null
}

/**
 * The due days of a standing order that are not done, the earliest first, at most `count`. Omits a day whose order was
 * already due at the last check but not planned then, and whose cut-off has passed: the day was closed, and has been
 * opened since by a change of its route or the calendar. If a later day was planned for it, it keeps that one.
 */
export function pendingDaysOf(
  standing: Scheduled,
  rules: CustomersDays,
  { now, lead }: Timing,
  count: number,
): PendingDay[] {
  const done = new Set(standing.days.filter(day => day.made_at !== null).map(day => day.due_on))
  const progress = { effective_from: new Date(standing.effective_from), done }
  const window = { now, lead, count: count + LOOK_BACK }
  const checkedAt = standing.checked_at === null ? undefined : new Date(standing.checked_at)
  const wasPlanned = new Set(standing.planned_days)
  const postponed = postponedDays(standing)
  const wasClosed = ({ due_on, day, ordered_at }: PendingDay) =>
    checkedAt &&
    day !== null &&
    ordered_at !== null &&
    ordered_at <= checkedAt &&
    rules.cutoffOf(day) <= now &&
    (!wasPlanned.has(due_on) || (postponed.get(due_on) ?? day) !== day)
  return pendingDays(standing, withPostponed(standing, standing.days, rules, lead), rules, progress, window)
    .filter(day => !wasClosed(day))
    .slice(0, count)
}

/** A day for which an order is still to be made. */
export type NextDay = PendingDay & { day: string; ordered_at: Date }

/**
 * More than are skipped or postponed in a row before an order that is made weeks before its day, and than a paused
 * standing order has left without an order.
 */
export const DAYS_AHEAD = 60

/** The days whose orders are still to be made, in the order in which they are made. */
export function plannedDays(pending: readonly PendingDay[]): NextDay[] {
  // A day that was moved may come after the following one.
  return pending.filter(isMade).sort((a, b) => a.ordered_at.getTime() - b.ordered_at.getTime())
}

const isMade = (one: PendingDay): one is NextDay => one.day !== null && one.ordered_at !== null

/**
 * The moved days whose orders are due, but not made, because the dates to which they were moved have been closed. `day`
 * is that date.
 */
export function closedMoves(
  standing: Scheduled,
  rules: CustomersDays,
  { now, lead }: Timing,
): { due_on: string; day: string }[] {
  const { days, effective_from } = standing
  const changes = withPostponed(standing, days, rules, lead)
  return days.flatMap(({ due_on, moved_to: day, is_skipped, made_at }) => {
    if (day === null || day < istanbulDay(now) || is_skipped || made_at !== null) return []
    const at = orderedAt(day, rules, lead)
    const isDue = at <= now && at > new Date(effective_from)
    return isDue && plannedDay(standing, changes, rules, due_on)?.day === null ? [{ due_on, day }] : []
  })
}
