/**
 * The form in which searches compare text: lower case, without diacritics, the four i's as one, single spaces.
 * `TURŞ`, `turs` and `turş` fold alike, and so do `ILIK`, `ilik` and `ılık`.
 * The server stores this form, so that database and browser find the same results.
 */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[Iİı]/g, 'i').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** A search text with spaces instead of tabs and invisible characters, which pasted text may contain. */
export const visible = (text: string) => text.replace(/\p{C}/gu, ' ').trim()

/** The folded words of a search text. */
export const searchWords = (text: string) => fold(visible(text)).split(' ').filter(Boolean)

/** Whether a text contains each of the words of a search. */
export function containsAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text)
  return words.every(word => folded.includes(word))
}

/** The form in which usernames and e-mail addresses are compared: lower case, the four i's as one, with diacritics. */
export const accountKey = (name: string) =>
  name.trim().normalize('NFC').replace(/[Iİı]/g, 'i').toLowerCase().replaceAll('i\u0307', 'i')

/** An e-mail address as mail servers accept it: İ and ı, which users type on Turkish keyboards, become i. */
export const deliverable = (email: string) => email.replace(/[İı]/g, 'i')

const COLLATOR = new Intl.Collator('tr')

/** Turkish alphabetical order, for `sort`. The database sorts by the same rules (collation `tr-x-icu`). */
export const byAlphabet = (a: string, b: string) => COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

/** The text with a capital first letter. */
export const capitalized = (text: string) => `${text.slice(0, 1).toLocaleUpperCase('tr')}${text.slice(1)}`

/** Turkey has stayed at UTC+3 since it last put its clocks forward. */
const FIXED_OFFSET_SINCE = Date.parse('2016-03-27T01:00:00Z')
/** Istanbul's offset from UTC since 2016, in milliseconds. */
export const ISTANBUL_OFFSET = 3 * 60 * 60 * 1000

// Used through formatToParts only, as formatted text differs between platforms.
const FORMAT_BEFORE_2016 = new Intl.DateTimeFormat('en-US', {
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
  if (instant.getTime() < FIXED_OFFSET_SINCE) {
    const parts = new Map(
      FORMAT_BEFORE_2016.formatToParts(instant).map(({ type, value }) => [type, value.padStart(2, '0')]),
    )
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T${parts.get('hour')}:${parts.get('minute')}`
  }
  return new Date(instant.getTime() + ISTANBUL_OFFSET).toISOString().slice(0, 16)
}

/** The calendar day in Istanbul at an instant, as YYYY-MM-DD. */
export const istanbulDay = (instant: Date) => istanbulTime(instant).slice(0, 10)

/** The time of day in Istanbul at an instant, as HH:MM. */
export const istanbulClock = (instant: Date) => istanbulTime(instant).slice(11)

/** The instant at which a calendar day (YYYY-MM-DD) begins in Istanbul, which has kept UTC+3 since 2016. */
export const startOfIstanbulDay = (day: string) => new Date(`${day}T00:00:00+03:00`)

/** The calendar day (YYYY-MM-DD) `days` days after `day`; before it, if negative. */
export function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Formats a calendar day in Turkish: 24.11.2026 */
export const formatDay = (day: string) => day.split('-').reverse().join('.')

/** Formats an instant (ISO 8601) as day and time in Istanbul: 24.11.2026 10:32 */
export function formatInstant(instant: string): string {
  const [day = '', time = ''] = istanbulTime(new Date(instant)).split('T')
  return `${formatDay(day)} ${time}`
}
