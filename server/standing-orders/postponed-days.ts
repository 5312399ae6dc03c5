import {
  type DayChange,
  type DayRules,
  dueDays,
  orderedAt,
  type PendingDay,
  type Rhythm,
  unskippedDay,
} from '#contract/standing-plan.ts'
import { daysLater } from '#contract/turkish.ts'

type Checked = Rhythm & { checked_at: string | null; planned_days: readonly string[] }

/**
 * The due days with a planned order, as `planned_days` stores them. One that is postponed because it is closed has a
 * second entry with its day, '2027-01-01 2027-01-04', and if it is skipped, only that one, so that it can be restored
 * for this day. Earlier versions read and store only the first ones.
 */
export const plannedEntries = (pending: readonly PendingDay[]) =>
  pending.flatMap(one => [
    ...(one.day === null ? [] : [one.due_on]),
    ...(isPostponed(one) ? [`${one.due_on} ${one.unskipped_day}`] : []),
  ])

/** Whether a day is postponed because it is closed, or would be if it were not skipped. */
const isPostponed = ({ due_on, moved_to, unskipped_day }: PendingDay) =>
  unskipped_day !== null && unskipped_day !== (moved_to ?? due_on)

/** The instants, in milliseconds, at which postponed orders would have been made for the closed days. */
export const closedOrderTimes = (pending: readonly PendingDay[], rules: DayRules, lead: number) =>
  pending.filter(isPostponed).map(({ due_on, moved_to }) => orderedAt(moved_to ?? due_on, rules, lead).getTime())

/** The days to which closed due days were postponed at the last check, by due day. */
export const postponedDays = ({ planned_days }: Pick<Checked, 'planned_days'>) =>
  new Map(planned_days.flatMap(entry => (entry.includes(' ') ? [entryOf(entry)] : [])))

function entryOf(entry: string): [string, string] {
  const [due_on = '', day = ''] = entry.split(' ')
  return [due_on, day]
}

/**
 * The changes of single days, with those that have to stay postponed: closed when their orders were due, and opened
 * since. Otherwise their orders would be made too late, or earlier than the user was told. Not if a new rhythm has a due
 * day by then, as closed days are not postponed beyond it. `lead` is in milliseconds.
 */
export function withPostponed(
  standing: Checked,
  changes: readonly DayChange[],
  rules: DayRules,
  lead: number,
): readonly DayChange[] {
  if (standing.checked_at === null || standing.closed_days === 'skip') return changes
  const checkedAt = new Date(standing.checked_at)
  const postponed = [...postponedDays(standing)].flatMap(([due_on, postponed_to]) => {
    const change = changes.find(one => one.due_on === due_on) ?? { due_on, is_skipped: false, moved_to: null }
    const day = unskippedDay(standing, changes, change, rules)?.day
    const isOpenedLate = day && day < postponed_to && orderedAt(day, rules, lead) <= checkedAt
    const [following] = dueDays(standing, daysLater(change.moved_to ?? due_on, 1), 1)
    const isFree = following === undefined || postponed_to < following
    return isOpenedLate && isFree ? [{ ...change, postponed_to }] : []
  })
  const kept = new Set(postponed.map(({ due_on }) => due_on))
  return [...changes.filter(({ due_on }) => !kept.has(due_on)), ...postponed]
}
