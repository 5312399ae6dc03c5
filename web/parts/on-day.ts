import { formatDay } from '#contract/turkish.ts'

// How the years' last word ends decides: iki'de, üç'te, altı'da, kırk'ta.
const BY_LAST_DIGIT = ['', 'de', 'de', 'te', 'te', 'te', 'da', 'de', 'de', 'da']
const BY_TENS = ['de', 'da', 'de', 'da', 'ta', 'de', 'ta', 'te', 'de', 'da']

/** On a day of the calendar (YYYY-MM-DD), as it is said: 24.11.2026'da */
export function onDay(day: string): string {
  const year = Number(day.slice(0, 4))
  const ending = BY_LAST_DIGIT[year % 10] || BY_TENS[Math.floor(year / 10) % 10]
  return `${formatDay(day)}'${ending}`
}
