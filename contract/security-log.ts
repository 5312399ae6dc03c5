import * as z from 'zod/mini'
import { list } from './call.ts'
import { CalendarDay, line, mustBeOneOf, SearchText } from './fields.ts'

/** The events of the security log, with their Turkish labels. */
export const SECURITY_EVENTS = {
  wrong_login: 'Hatalı giriş',
  login_denied: 'Giriş reddedildi',
  locked_out: 'Giriş kilitlendi',
  wrong_password: 'Hatalı mevcut şifre',
  wrong_code: 'Hatalı doğrulama kodu',
  denied: 'Yetkisiz işlem',
  exported: 'Kişisel veri aktarımı',
  password_changed: 'Şifre değişti',
  email_changed: 'E-posta değişti',
  email_confirmed: 'E-posta onaylandı',
  unlocked: 'Giriş kilidi açıldı',
  sessions_ended: 'Oturumlar kapatıldı',
  second_factor_added: 'İki adımlı giriş açıldı',
  second_factor_replaced: 'İki adımlı giriş başka cihaza taşındı',
  second_factor_removed: 'İki adımlı giriş kapatıldı',
  recovery_code_used: 'Kurtarma kodu kullanıldı',
  recovery_codes_replaced: 'Kurtarma kodları yenilendi',
  restored: 'Yedekten geri yüklendi',
  unrecorded: 'Yazılmayan olaylar',
} as const
export type SecurityEvent = keyof typeof SECURITY_EVENTS

const Person = z.nullable(
  z.object({
    id: z.string(),
    /** Null if the account is deleted. */
    name: z.nullable(z.string()),
    username: z.nullable(z.string()),
    role: z.nullable(z.string()),
  }),
)

/** One entry of the security log. */
export const SecurityEntry = z.object({
  id: z.int(),
  created_at: z.string(),
  event: z.string(),
  /** The account concerned; null if there is none, or if the username does not exist. */
  account: Person,
  /** The logged-in caller. */
  actor: Person,
  /** The client's address. */
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** The `operationId` of the call in the API's documentation. */
  operation: z.nullable(z.string()),
  /** The code of the refusal. */
  code: z.nullable(z.string()),
  /** How often it happened within a second. */
  times: z.int(),
})
export type SecurityEntry = z.infer<typeof SecurityEntry>

const events = Object.keys(SECURITY_EVENTS) as SecurityEvent[]

export const readSecurityLog = list('GET /admin/security-log', {
  roles: ['admin'],
  resources: ['audit'],
  query: {
    event: z.optional(z.enum(events, mustBeOneOf('event', events))),
    person: z.optional(SearchText),
    address: z.optional(line('address', 64)),
    from: z.optional(CalendarDay),
    to: z.optional(CalendarDay),
  },
  item: SecurityEntry,
  summary:
    'Wrong logins, denied calls, exports of personal data, changes of passwords and addresses, and confirmations of addresses, of the last 180 days, newest first; `person` matches part of a name or username or an id, `address` a client’s complete address or, if it is not complete, its beginning; days are Istanbul’s, both included.',
  failure: 'Güvenlik kayıtları yüklenemedi',
  personalData: true,
})
