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

/** Turkey has stayed at UTC+3 since it last put its clocks forward. */
const ALWAYS_THREE_HOURS_AHEAD = Date.parse('2016-03-27T01:00:00Z')
const THREE_HOURS = 3 * 60 * 60 * 1000

// Only its parts are read: the text that a locale's format makes of them changes from one platform to the next.
const EARLIER = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Istanbul',
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Day and time in Istanbul at an instant, as YYYY-MM-DDTHH:MM. */
function istanbulTime(instant: Date): string {
  if (instant.getTime() < ALWAYS_THREE_HOURS_AHEAD) {
    const parts = new Map(EARLIER.formatToParts(instant).map(({ type, value }) => [type, value.padStart(2, '0')]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T${parts.get('hour')}:${parts.get('minute')}`
  }
  return new Date(instant.getTime() + THREE_HOURS).toISOString().slice(0, 16)
}

/** The calendar day in Istanbul at an instant, as YYYY-MM-DD. */
export const istanbulDay = (instant: Date) => istanbulTime(instant).slice(0, 10)

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

/** An instant (ISO 8601) as day and time in Istanbul: 24.11.2026 10:32 */
export function formatInstant(instant: string): string {
  const [day = '', time = ''] = istanbulTime(new Date(instant)).split('T')
  return `${formatDay(day)} ${time}`
}
