import { dayFromToday } from './delivery-days.ts'
import { capitalized, formatInstant, istanbulClock, istanbulDay } from './turkish.ts'

/** Cut-offs of delivery days in Turkish. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The day and the time of day (HH:MM) of a cut-off. Midnight is 24:00 of the day that ends then. */
export const clockOfCutoff = (cutoff: Date) => ({
  day: istanbulDay(new Date(cutoff.getTime() - 1)),
  time: istanbulClock(cutoff).replace('00:00', '24:00'),
})

/** "Bugün 16:00'ya kadar verilen sipariş yarın (Salı) teslim edilir", for a day and the instant of its cut-off. */
export function cutoffSentence(day: string, cutoff: Date, now: Date): string {
  const last = clockOfCutoff(cutoff)
  const ofCutoff = dayFromToday(last.day, now).replace(/^yarın .*/, 'yarın')
  return `${capitalized(ofCutoff)} ${timeInDative(last.time)} kadar verilen sipariş ${dayFromToday(day, now)} teslim edilir`
}

/** The time left until an instant, rounded down: '2 gün 3 saat', '2 saat 14 dakika', '14 dakika', '1 dakikadan az'. */
export function timeLeft(until: Date, now: Date): string {
  const left = until.getTime() - now.getTime()
  const [days, hours, minutes] = [
    Math.floor(left / DAY),
    Math.floor((left % DAY) / HOUR),
    Math.floor((left % HOUR) / MINUTE),
  ]
  const parts = days > 0 ? [of(days, 'gün'), of(hours, 'saat')] : [of(hours, 'saat'), of(minutes, 'dakika')]
  return left < MINUTE ? '1 dakikadan az' : parts.filter(Boolean).join(' ')
}

/** A time of day (HH:MM) in the dative, whose suffix follows the spoken form: 16:00'ya, 16:30'a, 09:00'a, 20:00'ye. */
export function timeInDative(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${time}'${dativeSuffix(minutes || hours)}`
}

/** An instant in the locative: "01.12.2026 16:00'da", "01.12.2026 07:00'de", "01.12.2026 15:00'te". */
export function instantInLocative(instant: string): string {
  const text = formatInstant(instant)
  const [hours = 0, minutes = 0] = text.slice(-5).split(':').map(Number)
  const number = minutes || hours
  // After üç, dört, beş and kırk.
  const consonant = [3, 4, 5].includes(number % 10) || number === 40 ? 't' : 'd'
  return `${text}'${consonant}${dativeSuffix(number)?.slice(-1)}`
}

const OF_DIGITS = ['a', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a'] as const
const OF_TENS = ['a', 'a', 'ye', 'a', 'a', 'ye'] as const

/** The suffix of a number below 60, by its spoken form: sıfıra, bire, ikiye … ona, yirmiye, otuza, kırka, elliye. */
const dativeSuffix = (number: number) => (number % 10 ? OF_DIGITS[number % 10] : OF_TENS[number / 10])

const of = (count: number, unit: string) => (count > 0 ? `${count} ${unit}` : '')
