import { daysLater } from './turkish.ts'

// Calendar days, YYYY-MM-DD.

const DAY = 24 * 60 * 60 * 1000

/** The weekday: 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The Monday of the week. */
export const mondayOf = (day: string) => daysLater(day, 1 - weekdayOf(day))

/** The first day of the month. */
export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** How many days after the first day the second one is; below 0 if it is earlier. */
export const daysBetween = (first: string, second: string) => (Date.parse(second) - Date.parse(first)) / DAY
