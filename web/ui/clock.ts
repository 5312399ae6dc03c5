import { istanbulDay } from '#contract/turkish.ts'

/** By how many milliseconds the server's clock is ahead of the device's. */
let ahead = 0

/** Sets the clock by the `Date` header of a reply that has just arrived. */
export function setClock(date: string | null) {
  ahead = Date.parse(date ?? '') - Date.now() || ahead
}

/** Today's date in Istanbul, YYYY-MM-DD, by the server's clock; until its first reply, by the device's. */
export const today = () => istanbulDay(new Date(Date.now() + ahead))
