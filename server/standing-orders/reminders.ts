/** How long before an order is made its customer is reminded, in milliseconds. */
const REMINDER = 24 * 60 * 60 * 1000

/** When the customer is reminded of an order that is made at this instant. */
export const reminderAt = (ordered_at: Date) => new Date(ordered_at.getTime() - REMINDER)

/**
 * When the customer was reminded of the order of a due day, for which day that was to be made, and when. Earlier
 * versions have stored `reminded_until`, or also `reminded_day`, as null. If the customer changes the due day after the
 * time of its reminder, both are set, too.
 */
export type Reminder = { reminded_at: string | null; reminded_day: string | null; reminded_until: string | null }

/**
 * Whether the customer was reminded of an order for this day; not if it was to be made for another day then, or later
 * than it is made now.
 */
export function isReminded(
  { reminded_at, reminded_day, reminded_until }: Reminder,
  { day, ordered_at }: { day: string; ordered_at: Date },
) {
  if (reminded_day === null) return reminded_at !== null
  return reminded_day === day && (reminded_until === null || new Date(reminded_until) <= ordered_at)
}
