import { formatDay } from '#contract/turkish.ts'

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const SEPARATED = /^(\d{1,2})[\s./,-]+(\d{1,2})[\s./,-]+(\d{4}|\d{2})\.?$/
/** A date as typed on a phone's numeric keyboard. */
const DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})$/

/**
 * The calendar day (YYYY-MM-DD) that a typed text means: `1.3.26`, `01/03/2026`, `01032026`, `2026-03-01`. Years of two
 * digits are those of this century. '' for an empty text; a text that is not a day from 1900 to 2199 is returned as it
 * is.
 */
export function dayFrom(text: string): string {
  const trimmed = text.trim()
  const parts = partsOf(trimmed)
  return parts && !faultOfParts(parts) ? isoOf(parts) : trimmed
}

/** Whether a text has a year of four digits, so that further typing cannot change the day. */
export const isWholeDay = (text: string) => /(^\d{4}|\D)\d{4}$/.test(text.trim()) || ISO.test(text.trim())

/** Whether a value is a calendar day, YYYY-MM-DD. */
export function isDay(value: string) {
  const parts = ISO.test(value) ? partsOf(value) : undefined
  return parts !== undefined && !faultOfParts(parts)
}

/** A calendar day from an address, YYYY-MM-DD; undefined if it is none. */
export const dayIn = (value: string) => (isDay(value) ? value : undefined)

/** What a date field shows for a value: `01.03.2026`, or the typed text if it is not a day. */
export const dayText = (value: string) => (isDay(value) ? formatDay(value) : value)

/** Why a date field’s value is not a day, in Turkish; `undefined` if it is one, or empty. */
export function dayFault(value: string): string | undefined {
  if (value === '' || isDay(value)) return undefined
  const parts = partsOf(value)
  return parts ? faultOfParts(parts) : 'Tarihi gün.ay.yıl olarak yazın: 01.03.2026'
}

/** The text of an empty list whose period ends before it begins; `undefined` for any other period. */
export const reversedText = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from && to && from > to ? 'Bitiş tarihi başlangıçtan önce; tarihlerin yerini değiştirin.' : undefined

type Parts = { day: number; month: number; year: number }

function partsOf(text: string): Parts | undefined {
  const iso = ISO.exec(text)
  const [, first = '', month = '', last = ''] = iso ?? SEPARATED.exec(text) ?? DIGITS.exec(text) ?? []
  if (!first) return undefined
  const [day, year] = iso ? [last, first] : [first, last]
  return { day: Number(day), month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

function faultOfParts({ day, month, year }: Parts): string | undefined {
  if (month < 1 || month > 12) return `${month}. ay yok; tarihi gün.ay.yıl olarak yazın: 01.03.2026`
  if (year < 1900 || year > 2199) return 'Yıl 1900 ile 2199 arasında olmalıdır'
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day >= 1 && day <= days) return undefined
  return `${formatDay(isoOf({ day, month, year }))} diye bir gün yok; o ay ${days} gün çeker`
}

const isoOf = ({ day, month, year }: Parts) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
