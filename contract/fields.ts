import * as z from 'zod/mini'
import { secret } from './secret.ts'
import { deliverable, visible } from './turkish.ts'

/** The field schemas of the calls. Every message is a complete Turkish sentence. */

// Includes invisible and bidirectional control characters, so that two different names cannot look the same, and lone
// surrogates, which are not characters.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u
const CONTROL_BUT_BREAKS = /(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029]/u

/** A resource id: a random UUID. */
export const Id = z.uuid('Geçersiz kimlik').check(z.toLowerCase())

/** An `Idempotency-Key`: 1 to 200 visible ASCII characters. */
export const IdempotencyKey = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[!-~]+$/))

/** One line of text, trimmed and then read by `read`, whose result is checked; may be empty. */
export function line(label: string, maxLength: number, read = asTyped) {
  return bounded(label, maxLength, CONTROL, undefined, read)
}

const asTyped = (text: string) => text

/** The message for a field that must not be empty. */
export const missing = (label: string) => `${label} zorunludur`

/** The message for a field that must have one of these values. */
export const mustBeOneOf = (label: string, values: readonly (string | number)[]) =>
  `${label} şunlardan biri olmalıdır: ${values.join(', ')}`

/** One line of text that must not be empty; `message` is the error message when it is. */
export function required(label: string, maxLength: number, message = missing(label)) {
  return bounded(label, maxLength, CONTROL, message).check(notEmpty(message))
}

/** An empty text gets this message only, and not those of the checks that follow. */
const notEmpty = (error: string) => z.minLength(1, { error, abort: true })

/** Text of several lines, trimmed; line breaks become LF. */
export function paragraph(label: string, maxLength: number) {
  return bounded(label, maxLength, CONTROL_BUT_BREAKS)
}

function bounded(label: string, maxLength: number, forbidden: RegExp, message?: string, read = asTyped) {
  return z.string({ error: message ?? `${label} bir metin olmalıdır` }).check(
    z.overwrite(text => read(text.replace(/\r\n?/g, '\n').trim())),
    z.maxLength(maxLength, `${label} en fazla ${maxLength} karakter olabilir`),
    z.refine(text => !forbidden.test(text), `${label} geçersiz karakter içeriyor`),
  )
}

/** The most characters of the username of an account, and of the name of a customer's company. */
export const MAX_USERNAME = 64
export const MAX_COMPANY_NAME = 200

/** The most characters of a note. */
export const MAX_NOTE = 2000
export const Notes = paragraph('Not', MAX_NOTE)
export const Description = paragraph('Açıklama', 2000)
export const Address = paragraph('Adres', 500)
export const RequiredAddress = bounded('Adres', 500, CONTROL_BUT_BREAKS, missing('Adres')).check(
  notEmpty(missing('Adres')),
)
export const Phone = line('Telefon', 40)
export const RequiredPhone = required('Telefon', 40)

/** An e-mail address as typed; compared by `accountKey`. */
export function email(message = missing('E-posta')) {
  return required('E-posta', 254, message).check(
    z.refine(text => z.email().safeParse(deliverable(text)).success, 'Geçerli bir e-posta adresi girin'),
  )
}

/** The minimum length of a new password, in characters. */
export const MIN_PASSWORD = { customer: 6, marketer: 10, admin: 10 } as const

/** The maximum length of a password, in characters. */
export const MAX_PASSWORD = 128

/** A new password, secret: 6 (or `least`) to `MAX_PASSWORD` characters, never trimmed or normalized. */
export function password(
  message = passwordTooShort(MIN_PASSWORD.customer),
  whenMissing = missing('Şifre'),
  least: number = MIN_PASSWORD.customer,
) {
  return secret(
    z.string({ error: whenMissing }).check(
      notEmpty(whenMissing),
      z.minLength(least, message),
      z.maxLength(MAX_PASSWORD, `Şifre en fazla ${MAX_PASSWORD} karakter olabilir`),
      z.refine(text => !text.includes('\0'), 'Şifre geçersiz karakter içeriyor'),
    ),
  )
}

/** The check of a typed password: none can be longer than `MAX_PASSWORD`. */
export const typedPasswordLength = () => z.maxLength(MAX_PASSWORD, 'Şifre çok uzun')

/** A password as a user types it to log in or to confirm an action, secret; `whenMissing` is the message for none. */
export const typedPassword = (whenMissing: string) =>
  secret(z.string(whenMissing).check(z.minLength(1, whenMissing), typedPasswordLength()))

/** A new password of a marketer, secret: 10 to `MAX_PASSWORD` characters. */
export const marketerPassword = () =>
  password(passwordTooShort(MIN_PASSWORD.marketer), undefined, MIN_PASSWORD.marketer)

/** The message for a new password of fewer than `least` characters. */
export const passwordTooShort = (least: number) => `Şifre en az ${least} karakter olmalıdır`

/** A calendar day, YYYY-MM-DD. */
export const CalendarDay = z.iso
  .date({ error: 'Tarih YYYY-AA-GG biçiminde olmalıdır', abort: true })
  .check(z.refine(day => day >= '1900-01-01' && day < '2200-01-01', 'Tarih 1900 ile 2199 arasında olmalıdır'))

export const REVERSED_PERIOD = 'Başlangıç tarihi bitiş tarihinden sonra olamaz'

/** A check of an object with a period: it must not end before it begins. */
export const isPeriod = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => !from || !to || from <= to,
  { error: REVERSED_PERIOD, path: ['from'] },
)

/** The search text of a list, without invisible characters. */
export const SearchText = bounded('Arama', 200, /\0/).check(z.overwrite(visible))

/** The direction of a sorted list, ascending by default. */
export const SortOrder = z.enum(['asc', 'desc'], 'order asc veya desc olmalıdır')

/** The version of a record that a change is based on. */
export const Version = z.int('version tam sayı olmalıdır')

/** Whether an import shall only report what it would change. */
export const Preview = z.enum(['0', '1'], 'preview 0 veya 1 olmalıdır')

/** Whether an account may be used, in a change of it. */
export const IsActive = z.boolean('is_active doğru veya yanlış olmalıdır')
/** A filter by `is_active`. */
export const IsActiveFilter = z.enum(['true', 'false'], 'is_active true veya false olmalıdır')

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
