import { daysLater } from './turkish.ts'

/**
 * Turkey's public holidays from 2026 to 2032. The fixed days and the lengths of the religious ones are those of Law
 * 2429 on national and general holidays; the first days of the religious ones are those of the calendar of religious
 * days that Diyanet (the Presidency of Religious Affairs) publishes, as collected by the open `holidays` package 0.105.
 * A later decree can add days, which an admin enters as exceptions.
 */

/** The years whose religious holidays are known. */
const HOLIDAY_YEARS = { first: 2026, last: 2032 } as const

/** A public holiday: a whole day, or from 13:00 on. */
export type Holiday = { name: string; isHalfDay: boolean }

const FIXED = [
  ['01-01', 'Yılbaşı'],
  ['04-23', 'Ulusal Egemenlik ve Çocuk Bayramı'],
  ['05-01', 'Emek ve Dayanışma Günü'],
  ['05-19', 'Atatürk’ü Anma, Gençlik ve Spor Bayramı'],
  ['07-15', 'Demokrasi ve Millî Birlik Günü'],
  ['08-30', 'Zafer Bayramı'],
  ['10-29', 'Cumhuriyet Bayramı'],
] as const

/** The first days of the religious holidays of each year. */
const FIRST_DAYS = [
  ['2026-03-20', '2026-05-27'],
  ['2027-03-09', '2027-05-16'],
  ['2028-02-26', '2028-05-05'],
  ['2029-02-14', '2029-04-24'],
  ['2030-02-04', '2030-04-13'],
  ['2031-01-24', '2031-04-02'],
  ['2032-01-14', '2032-03-22'],
] as const

const RELIGIOUS = [
  { name: 'Ramazan Bayramı', days: 3 },
  { name: 'Kurban Bayramı', days: 4 },
] as const

/** The public holiday on a calendar day (YYYY-MM-DD); undefined for a working day and outside of `HOLIDAY_YEARS`. */
export const holidayOn = (day: string): Holiday | undefined => HOLIDAYS.get(day)

/** Every holiday by its day. A day with two has the names of both, and is a half day only if both are. */
export const HOLIDAYS: ReadonlyMap<string, Holiday> = collect()

function collect(): Map<string, Holiday> {
  const holidays = new Map<string, Holiday>()
  const add = (day: string, name: string, isHalfDay = false) => {
    const other = holidays.get(day)
    holidays.set(day, {
      name: other ? `${other.name}, ${name}` : name,
      isHalfDay: isHalfDay && (other?.isHalfDay ?? true),
    })
  }
  for (let year: number = HOLIDAY_YEARS.first; year <= HOLIDAY_YEARS.last; year++) {
    for (const [day, name] of FIXED) add(`${year}-${day}`, name)
    add(`${year}-10-28`, 'Cumhuriyet Bayramı arifesi', true)
  }
  for (const firstDays of FIRST_DAYS)
    RELIGIOUS.forEach(({ name, days }, i) => {
      const first = firstDays[i]!
      add(daysLater(first, -1), `${name} arifesi`, true)
      for (let day = 0; day < days; day++) add(daysLater(first, day), name)
    })
  return new Map([...holidays].sort(([a], [b]) => (a < b ? -1 : 1)))
}
