import { type ClosedDayRule, LOOK_BACK, type PendingDay, pendingDays } from '#contract/standing-plan.ts'
import type { CustomersDays } from './day-rules.ts'
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
 * opened since by a change of its route or the calendar.
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
  const wasClosed = ({ due_on, day, ordered_at }: PendingDay) =>
    checkedAt &&
    day !== null &&
    ordered_at !== null &&
    ordered_at <= checkedAt &&
    rules.cutoffOf(day) <= now &&
    !wasPlanned.has(due_on)
  return pendingDays(standing, standing.days, rules, progress, window)
    .filter(day => !wasClosed(day))
    .slice(0, count)
}
