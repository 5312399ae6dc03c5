/** How long before an order is made its customer is reminded, in milliseconds. */
const REMINDER = 24 * 60 * 60 * 1000

/** When the customer is reminded of an order that is made at this instant. */
export const reminderAt = (ordered_at: Date) => new Date(ordered_at.getTime() - REMINDER)

/**
 * When the customer was reminded of the order of a due day, and for which day that was to be made, null if an earlier
 * version sent the reminder. If the customer changes the due day after the time of its reminder, `reminded_day` is set,
 * too.
 */
export type Reminder = { reminded_at: string | null; reminded_day: string | null }

/** Whether the customer was reminded of an order for this day; not if it was to be made for another day then. */
export const isReminded = ({ reminded_at, reminded_day }: Reminder, day: string) =>
  reminded_day === null ? reminded_at !== null : reminded_day === day
