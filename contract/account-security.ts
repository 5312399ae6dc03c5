import * as z from 'zod/mini'
import { CURRENT_PASSWORD_MISSING } from './auth.ts'
import { call } from './call.ts'
import { Id, typedPassword } from './fields.ts'
import { secret } from './secret.ts'
import { Code } from './staff-login.ts'

const ANY_ROLE = ['customer', 'marketer', 'admin'] as const
/** The roles that can have a second factor. */
const STAFF = ['marketer', 'admin'] as const

/** How long after the password was entered a session may make calls with `needsRecentLogin`, in milliseconds. */
export const RECENT_LOGIN = 10 * 60 * 1000

/** How many recovery codes an account gets. Each can be used once in place of a code of the authenticator app. */
export const RECOVERY_CODES = 10

/** How an account is protected. `must_first` is the refusal of all other calls until the user has set it up. */
export const AccountSecurity = z.object({
  has_second_factor: z.boolean(),
  /**
   * The settings require a second factor of the account: it can be moved to another device, but not turned off. Absent
   * in replies of earlier versions.
   */
  needs_second_factor: z.optional(z.boolean()),
  recovery_codes_left: z.int(),
  /** The password was set by another user, and has not been changed since. */
  has_temporary_login: z.boolean(),
  must_first: z.nullable(z.enum(['second_factor_missing', 'password_change_required'])),
})
export type AccountSecurity = z.infer<typeof AccountSecurity>

/** A valid session of the logged-in user. `device` is browser and system, '' if unknown. */
export const OwnSession = z.object({
  device: z.string(),
  created_at: z.string(),
  /** Accurate to a minute. */
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const readSecurity = call('GET /auth/security', {
  roles: ANY_ROLE,
  resources: ['security'],
  reply: AccountSecurity,
  summary:
    'Whether the account has a second factor, whether it needs one (`needs_second_factor`; it can then not be turned off), and what its user must set up first.',
  failure: 'Güvenlik bilgileri yüklenemedi',
  isOpenDuringSetup: true,
})

export const listSessions = call('GET /auth/sessions', {
  roles: ANY_ROLE,
  resources: ['security'],
  reply: z.array(OwnSession),
  summary: 'The user’s own valid sessions: first that of this request, then the others, last used first.',
  failure: 'Oturumlar yüklenemedi',
  isOpenDuringSetup: true,
})

const Ended = z.object({ message: z.string(), ended_sessions: z.int() })

export const endOtherSessions = call('POST /auth/sessions/end-others', {
  roles: ANY_ROLE,
  invalidates: ['security'],
  reply: Ended,
  summary: 'Ends all sessions of the user except that of this request.',
  failure: 'Oturumlar kapatılamadı',
  needsRecentLogin: true,
  isOpenDuringSetup: true,
})

export const endSessionsOf = call('POST /admin/accounts/:id/end-sessions', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['security'],
  reply: Ended,
  summary: 'Ends all sessions of a customer or a marketer.',
  failure: 'Oturumlar kapatılamadı',
  needsRecentLogin: true,
})

export const Reauthentication = z.object({
  current_password: typedPassword(CURRENT_PASSWORD_MISSING),
  code: z.optional(Code),
})
export type Reauthentication = z.infer<typeof Reauthentication>

export const reauthenticate = call('POST /auth/reauthenticate', {
  roles: ANY_ROLE,
  // It changes only how long the session may make calls that need a recent login, which no query shows.
  invalidates: [],
  body: Reauthentication,
  reply: z.object({ message: z.string() }),
  summary: 'Confirms the password, and the code of a second factor, for calls that need a recent login.',
  failure: 'Şifreniz doğrulanamadı',
  errors: ['wrong_password', 'second_factor_required', 'wrong_code', 'too_many_tries', 'too_many_requests'],
  isOpenDuringSetup: true,
})

export const startSecondFactor = call('POST /auth/second-factor', {
  roles: STAFF,
  // No query shows a second factor before it is confirmed.
  invalidates: [],
  body: z._default(
    z.object({ replaces: z._default(z.boolean('replaces true veya false olmalıdır'), false) }),
    // Older clients send no body.
    { replaces: false },
  ),
  reply: z.object({ secret: secret(z.string()), uri: secret(z.string()) }),
  summary:
    'Makes the secret of a second factor (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds), in Base32 and as the URI of a QR code. It is valid once a code confirms it, and is shown only here. With `replaces` it is for another device, and the present second factor stays valid until then.',
  failure: 'İki adımlı giriş kurulamadı',
  errors: ['second_factor_exists'],
  needsRecentLogin: true,
  isOpenDuringSetup: true,
})

const RecoveryCodes = z.object({ recovery_codes: secret(z.array(z.string())) })

export const confirmSecondFactor = call('POST /auth/second-factor/confirm', {
  roles: STAFF,
  invalidates: ['security'],
  body: z.object({ code: Code }),
  reply: RecoveryCodes,
  summary:
    'Turns the second factor on, or moves it to another device, by the first code of its secret; ends the user’s other sessions and returns new recovery codes, which are shown only here.',
  failure: 'İki adımlı giriş kurulamadı',
  errors: ['second_factor_exists', 'second_factor_missing', 'wrong_code'],
  needsRecentLogin: true,
  isOpenDuringSetup: true,
})

export const replaceRecoveryCodes = call('POST /auth/second-factor/recovery-codes', {
  roles: STAFF,
  invalidates: ['security'],
  reply: RecoveryCodes,
  summary: 'Replaces all recovery codes by new ones, which are shown only here.',
  failure: 'Kurtarma kodları yenilenemedi',
  errors: ['second_factor_missing'],
  needsRecentLogin: true,
})

export const removeSecondFactor = call('DELETE /auth/second-factor', {
  roles: STAFF,
  invalidates: ['security'],
  reply: z.object({ message: z.string() }),
  summary:
    'Turns the second factor off and deletes its recovery codes, unless the settings require one of the account.',
  failure: 'İki adımlı giriş kapatılamadı',
  errors: ['second_factor_missing', 'second_factor_mandatory'],
  needsRecentLogin: true,
})
