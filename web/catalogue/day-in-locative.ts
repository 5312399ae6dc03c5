import { formatDay } from '#contract/turkish.ts'

// The locative suffix follows the last word of the spoken year: iki'de, üç'te, altı'da, kırk'ta.
const BY_LAST_DIGIT = ['', 'de', 'de', 'te', 'te', 'te', 'da', 'de', 'de', 'da']
const BY_TENS = ['de', 'da', 'de', 'da', 'ta', 'de', 'ta', 'te', 'de', 'da']

/** A date (YYYY-MM-DD) in the Turkish locative case ("on …"): 24.11.2026'da */
export function dayInLocative(day: string): string {
  const year = Number(day.slice(0, 4))
  const ending = BY_LAST_DIGIT[year % 10] || BY_TENS[Math.floor(year / 10) % 10]
  return `${formatDay(day)}'${ending}`
}
