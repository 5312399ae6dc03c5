import { daysBetween, mondayOf, weekdayOf } from './calendar.ts'
import { daysLater, istanbulDay } from './turkish.ts'

/** The days for which a standing order makes orders, and when it makes them. The rules of delivery are arguments. */

/** Which days are open for a customer, and the instant by which an order for a day has to be placed. */
export type DayRules = {
  isOpen: (day: string) => boolean
  cutoffOf: (day: string) => Date
}

/** Monday is 1, Sunday is 7. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** What happens if a due day has no delivery: the order moves to the next open day, or none is made. */
export const CLOSED_DAY_RULES = ['move', 'skip'] as const
export type ClosedDayRule = (typeof CLOSED_DAY_RULES)[number]
export const CLOSED_DAY_LABELS: Record<ClosedDayRule, string> = {
  move: 'Sonraki açık güne verilsin',
  skip: 'O sefer atlansın',
}

export type Rhythm = {
  weekdays: readonly number[]
  /** 1: every week; 2: every other week, counted from the week of `starts_on`. */
  every_weeks: number
  /** The first and the last calendar day on which an order can be due, YYYY-MM-DD; `null` if it has no end. */
  starts_on: string
  ends_on: string | null
  closed_days: ClosedDayRule
}

/**
 * A change of one due day alone. `moved_to` is the day for which the order is made instead. `postponed_to` is the later
 * day that was planned because this one was closed when its order was due; it stays, although this one has been opened.
 */
export type DayChange = { due_on: string; is_skipped: boolean; moved_to: string | null; postponed_to?: string }

type MovedDay = Pick<DayChange, 'due_on' | 'moved_to'>

/** A due day and its outcome: `day` is the day for which the order is made, `null` if none is made. */
export type PlannedDay = {
  due_on: string
  day: string | null
  /** Why `day` is not `due_on`; `null` if it is. */
  why: 'skipped' | 'moved' | 'closed' | null
}

/** How many days ahead due days are searched for: a year and a few weeks. */
const HORIZON = 400

/** Whether an order is due on a calendar day, before closed days and changes of single days are considered. */
export function isDue({ weekdays, every_weeks, starts_on, ends_on }: Rhythm, day: string): boolean {
  if (day < starts_on || (ends_on !== null && day > ends_on) || !weekdays.includes(weekdayOf(day))) return false
  return weeksBetween(starts_on, day) % every_weeks === 0
}

/** The next due days from a calendar day on, including it; at most `count`. */
export function dueDays(rhythm: Rhythm, from: string, count: number): string[] {
  const days: string[] = []
  const first = from < rhythm.starts_on ? rhythm.starts_on : from
  for (let ahead = 0; ahead < HORIZON && days.length < count; ahead += 1) {
    const day = daysLater(first, ahead)
    if (rhythm.ends_on !== null && day > rhythm.ends_on) break
    if (isDue(rhythm, day)) days.push(day)
  }
  return days
}

/**
 * The outcome of the next due days, at most `count`. A closed day moves to the next open day before the following due
 * day, or makes no order, by the standing order's rule. The change of a single day takes precedence over that rule,
 * which applies again if the day to which it was moved is closed.
 */
export function plan(
  rhythm: Rhythm,
  changes: readonly DayChange[],
  { isOpen }: Pick<DayRules, 'isOpen'>,
  { from, count }: { from: string; count: number },
): PlannedDay[] {
  const changed = new Map(changes.map(change => [change.due_on, change]))
  return dueDays(rhythm, from, count).map(due_on =>
    outcomeOf(rhythm, changed.get(due_on) ?? { due_on, is_skipped: false, moved_to: null }, isOpen),
  )
}

function outcomeOf(
  rhythm: Rhythm,
  { due_on, is_skipped, moved_to, postponed_to }: DayChange,
  isOpen: DayRules['isOpen'],
): PlannedDay {
  if (is_skipped) return { due_on, day: null, why: 'skipped' }
  const wanted = postponed_to ?? moved_to ?? due_on
  if (isOpen(wanted)) return { due_on, day: wanted, why: postponed_to ? 'closed' : moved_to === null ? null : 'moved' }
  const [following] = dueDays(rhythm, daysLater(wanted, 1), 1)
  const day = rhythm.closed_days === 'move' ? openDayBetween(wanted, following, isOpen) : null
  return { due_on, day, why: 'closed' }
}

/** The outcome of one due day; `undefined` if the day is neither a due day nor kept as a moved one. */
export function plannedDay(
  rhythm: Rhythm,
  changes: readonly DayChange[],
  { isOpen }: Pick<DayRules, 'isOpen'>,
  due_on: string,
): PlannedDay | undefined {
  const change = changes.find(one => one.due_on === due_on) ?? { due_on, is_skipped: false, moved_to: null }
  return isDue(rhythm, due_on) || isKept(rhythm, changes, change) ? outcomeOf(rhythm, change, isOpen) : undefined
}

/**
 * Whether a day that was moved stays although the present rhythm lacks its due day: not if the standing order begins
 * later or has ended by then, nor if the day to which it was moved has an order of its own.
 */
const isKept = (rhythm: Rhythm, changes: readonly DayChange[], { due_on, moved_to }: MovedDay) =>
  moved_to !== null &&
  rhythm.starts_on <= moved_to &&
  (rhythm.ends_on === null || due_on <= rhythm.ends_on) &&
  !hasOwnOrder(rhythm, changes, moved_to)

/** Whether a day is a due day whose own order is neither skipped nor moved away. */
function hasOwnOrder(rhythm: Rhythm, changes: readonly DayChange[], day: string) {
  const change = changes.find(({ due_on }) => due_on === day)
  return isDue(rhythm, day) && !change?.is_skipped && (change?.moved_to ?? day) === day
}

/** The largest number of days by which the order of a closed day is postponed. */
const MAX_MOVE = 6

/** The first open day after a due day and before the following one. */
function openDayBetween(due_on: string, following: string | undefined, isOpen: DayRules['isOpen']): string | null {
  for (let ahead = 1; ahead <= MAX_MOVE; ahead += 1) {
    const day = daysLater(due_on, ahead)
    if (following !== undefined && day >= following) return null
    if (isOpen(day)) return day
  }
  return null
}

/** The number of calendar weeks (Monday to Sunday) from the week of `first` to that of `second`. */
const weeksBetween = (first: string, second: string) => daysBetween(mondayOf(first), mondayOf(second)) / 7

/** The instant at which the order for a day is made: `lead` milliseconds before its cut-off. */
export const orderedAt = (day: string, { cutoffOf }: Pick<DayRules, 'cutoffOf'>, lead: number) =>
  new Date(cutoffOf(day).getTime() - lead)

/** The last due day that can be changed: no later one is shown, as due days are searched for only this far ahead. */
export function lastChangeableDay({ starts_on }: Pick<Rhythm, 'starts_on'>, now: Date) {
  const today = istanbulDay(now)
  return daysLater(starts_on > today ? starts_on : today, HORIZON)
}

/** The outcome of a due day if it is moved like this and not skipped; `undefined` as for `plannedDay`. */
export function unskippedDay(
  rhythm: Rhythm,
  changes: readonly DayChange[],
  { due_on, moved_to }: MovedDay,
  rules: Pick<DayRules, 'isOpen'>,
) {
  // A day that is moved elsewhere is not postponed.
  const kept = changes.find(one => one.due_on === due_on && one.moved_to === moved_to)
  return plannedDay(rhythm, [{ ...kept, due_on, is_skipped: false, moved_to }, ...changes], rules, due_on)
}

/**
 * The instant from which a due day can no longer be changed or skipped: that at which its order is made. Without an
 * order, that at which one for the due day, or for the closed day to which it was moved, would be made.
 */
export const changeableUntil = (
  { due_on, day, moved_to }: PlannedDay & Partial<Pick<MovedDay, 'moved_to'>>,
  rules: Pick<DayRules, 'cutoffOf'>,
  lead: number,
) => orderedAt(day ?? moved_to ?? due_on, rules, lead)

/**
 * A due day for which no order has been made yet. `unskipped_day`: the day for which the order is made unless it is
 * skipped. `ordered_at`: the instant at which it is made, `null` if none will be. `is_changeable`: whether it can still
 * be changed, and skipped, or restored if it is skipped.
 */
export type PendingDay = PlannedDay &
  Pick<MovedDay, 'moved_to'> & { unskipped_day: string | null; ordered_at: Date | null; is_changeable: boolean }

/** The part of a standing order's history that matters for its coming days. */
export type Progress = {
  /** Orders that were due to be made up to this instant are not made any more. */
  effective_from: Date
  /** The due days for which an order was made, or could not be made. */
  done: ReadonlySet<string>
}

/** How many days back postponed closed days are searched for. */
export const LOOK_BACK = 2 * MAX_MOVE

/**
 * The due days that are not done, at most `count`: those whose order should have been made already, and the coming
 * ones. Days without an order are included until they are over and can no longer be changed.
 */
export function pendingDays(
  rhythm: Rhythm,
  changes: readonly DayChange[],
  rules: DayRules,
  { effective_from, done }: Progress,
  { now, lead, count }: { now: Date; lead: number; count: number },
): PendingDay[] {
  const today = istanbulDay(now)
  const from = daysLater(today, -LOOK_BACK)
  // A user may have moved single days further than `LOOK_BACK`, or changed the rhythm since.
  const others = changes
    .filter(
      ({ due_on, moved_to }) => moved_to !== null && moved_to >= from && (due_on < from || !isDue(rhythm, due_on)),
    )
    .flatMap(({ due_on }) => plannedDay(rhythm, changes, rules, due_on) ?? [])
  const planned = plan(rhythm, changes, rules, { from, count: count + LOOK_BACK + done.size })
  const movedTo = new Map(changes.map(({ due_on, moved_to }) => [due_on, moved_to]))
  const unskipped = (one: PlannedDay) =>
    one.why === 'skipped'
      ? (unskippedDay(rhythm, changes, { due_on: one.due_on, moved_to: movedTo.get(one.due_on) ?? null }, rules) ?? one)
      : one
  return [...others, ...planned]
    .filter(({ due_on }) => !done.has(due_on))
    .sort((a, b) => (a.due_on < b.due_on ? -1 : 1))
    .map(one => {
      const wanted = unskipped(one)
      const moved_to = movedTo.get(one.due_on) ?? null
      return {
        ...one,
        moved_to,
        unskipped_day: wanted.day,
        ordered_at: one.day === null ? null : orderedAt(one.day, rules, lead),
        is_changeable: changeableUntil({ ...wanted, moved_to }, rules, lead) > now,
      }
    })
    .filter(({ due_on, ordered_at, is_changeable }) =>
      ordered_at ? ordered_at > effective_from : due_on >= today || is_changeable,
    )
    .slice(0, count)
}
