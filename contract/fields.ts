import * as z from 'zod/mini'
import { deliverable } from './turkish.ts'

/** The kinds of field that calls are made of. Every message is a Turkish sentence that stands on its own. */

// Also what cannot be seen, and what turns the direction of writing: names must look like what they are.
// Half of a letter (a lone surrogate) is none.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u
const CONTROL_BUT_BREAKS = /(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029]/u

/** The id of a thing: a random UUID. */
export const Id = z.uuid('Geçersiz kimlik').check(z.toLowerCase())

/** One line of text, trimmed; may be empty. */
export function line(label: string, longest: number) {
  return bounded(label, longest, CONTROL)
}

/** One line of text that must not be empty; `missing` is what is said when it is. */
export function required(label: string, longest: number, missing = `${label} zorunludur`) {
  return bounded(label, longest, CONTROL, missing).check(z.minLength(1, missing))
}

/** Text of several lines, trimmed; line breaks become LF. */
export function paragraph(label: string, longest: number) {
  return bounded(label, longest, CONTROL_BUT_BREAKS)
}

function bounded(label: string, longest: number, refused: RegExp, missing?: string) {
  return z.string({ error: missing ?? `${label} bir metin olmalıdır` }).check(
    z.overwrite(text => text.replace(/\r\n?/g, '\n').trim()),
    z.maxLength(longest, `${label} en fazla ${longest} karakter olabilir`),
    z.refine(text => !refused.test(text), `${label} geçersiz karakter içeriyor`),
  )
}

export const Notes = paragraph('Not', 2000)
export const Description = paragraph('Açıklama', 2000)
export const Address = paragraph('Adres', 500)
export const RequiredAddress = bounded('Adres', 500, CONTROL_BUT_BREAKS, 'Adres zorunludur').check(
  z.minLength(1, 'Adres zorunludur'),
)
export const Phone = line('Telefon', 40)
export const RequiredPhone = required('Telefon', 40)

/** An e-mail address as it was typed; compared by `accountKey`. */
export function email(missing = 'E-posta zorunludur') {
  return required('E-posta', 254, missing).check(
    z.refine(text => z.email().safeParse(deliverable(text)).success, 'Geçerli bir e-posta adresi girin'),
  )
}

/** A new password: 6 to 128 characters, never trimmed or changed. */
export function password(tooShort = 'Şifre en az 6 karakter olmalıdır', missing = 'Şifre zorunludur') {
  return z.string({ error: missing }).check(
    z.minLength(1, missing),
    z.minLength(6, tooShort),
    z.maxLength(128, 'Şifre en fazla 128 karakter olabilir'),
    z.refine(text => !text.includes('\0'), 'Şifre geçersiz karakter içeriyor'),
  )
}

/** How many of a product: a whole number from 1 to 1,000,000. */
export const Quantity = z
  .number('Miktar bir sayı olmalıdır')
  .check(
    z.int('Miktar tam sayı olmalıdır'),
    z.minimum(1, 'Miktar en az 1 olmalıdır'),
    z.maximum(1_000_000, 'Miktar en fazla 1.000.000 olabilir'),
  )

export const HIGHEST_STOCK = 1_000_000_000

/** What is on the shelf: a whole number from 0 to 1,000,000,000. */
export const StockQuantity = z
  .number('Lütfen geçerli bir sayı girin')
  .check(
    z.int('Stok tam sayı olmalıdır'),
    z.minimum(0, 'Stok miktarı negatif olamaz'),
    z.maximum(HIGHEST_STOCK, 'Stok en fazla 1.000.000.000 olabilir'),
  )

/** A day of the calendar, YYYY-MM-DD. */
export const CalendarDay = z.iso
  .date('Tarih YYYY-AA-GG biçiminde olmalıdır')
  .check(z.refine(day => day >= '1900-01-01' && day < '2200-01-01', 'Tarih 1900 ile 2199 arasında olmalıdır'))

/** What somebody looks for in a list. */
export const SearchText = line('Arama', 200)

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
