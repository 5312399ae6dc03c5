/**
 * What a search compares: lower case, without diacritics, the four i's as one, single spaces.
 * `TURŞ`, `turs` and `turş` fold alike, and so do `ILIK`, `ilik` and `ılık`.
 * The server stores what this makes, so that database and browser find the same things.
 */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[Iİı]/g, 'i').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The folded words of a search text. */
export const searchWords = (text: string) => fold(text).split(' ').filter(Boolean)

/** What usernames and e-mail addresses are compared by: lower case, the four i's as one, diacritics kept. */
export const accountKey = (name: string) =>
  name.trim().normalize('NFC').replace(/[Iİı]/g, 'i').toLowerCase().replaceAll('i\u0307', 'i')

/** An e-mail address as mail servers know it: who types in Turkish capitals writes İ and ı where an i belongs. */
export const deliverable = (email: string) => email.replace(/[İı]/g, 'i')

const COLLATOR = new Intl.Collator('tr')

/** Turkish alphabetical order, for `sort`. The database sorts by the same rules (collation `tr-x-icu`). */
export const byAlphabet = (a: string, b: string) => COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

const ISTANBUL_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul', dateStyle: 'short' })

/** The calendar day in Istanbul at an instant, as YYYY-MM-DD. */
export const istanbulDay = (instant: Date) => ISTANBUL_DAY.format(instant)

/** The instant at which a calendar day (YYYY-MM-DD) begins in Istanbul, which has kept UTC+3 since 2016. */
export const startOfIstanbulDay = (day: string) => new Date(`${day}T00:00:00+03:00`)

/** The calendar day so many days later. */
export function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** A calendar day as a Turkish reader expects it: 24.11.2026 */
export const formatDay = (day: string) => day.split('-').reverse().join('.')

const INSTANT = new Intl.DateTimeFormat('tr-TR', {
  timeZone: 'Europe/Istanbul',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** An instant (ISO 8601) as day and time in Istanbul: 24.11.2026 10:32 */
export const formatInstant = (instant: string) => INSTANT.format(new Date(instant)).replace(',', '')
