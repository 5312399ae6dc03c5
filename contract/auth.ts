import * as z from 'zod/mini'
import { call } from './call.ts'
import { email, missing, password, required, typedPassword } from './fields.ts'
import type { Resource } from './resources.ts'
import { secret } from './secret.ts'

/** How long the link in a mail is valid, in milliseconds from the time the mail was rendered. */
export const LINK_LIFETIME = {
  confirmation: 24 * 60 * 60 * 1000,
  reset: 60 * 60 * 1000,
  welcome: 7 * 24 * 60 * 60 * 1000,
  /** Counted from the change of address. */
  undo: 7 * 24 * 60 * 60 * 1000,
} as const

/** A lifetime in texts: in hours up to a day, else in days, such as '24 saat' and '7 gün'. */
export const lifetimeText = (milliseconds: number) => {
  const hours = milliseconds / (60 * 60 * 1000)
  return hours > 24 ? `${hours / 24} gün` : `${hours} saat`
}

/** How many mails per hour to one address unauthenticated requests can cause. */
export const MAX_REQUESTED_MAILS_PER_HOUR = 5

/** The most characters of a username, or of the e-mail address typed instead of it. */
export const MAX_LOGIN_NAME = 254

export const Login = z.object({
  username: required('Kullanıcı adı', MAX_LOGIN_NAME),
  password: typedPassword(missing('Şifre')),
})
export type Login = z.infer<typeof Login>

/** The logged-in customer. */
export const SessionUser = z.object({
  id: z.uuid(),
  username: z.string(),
  company_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  is_active: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** The logged-in admin or marketer. */
export const SessionStaff = z.object({ id: z.uuid(), username: z.string(), name: z.string() })
export type SessionStaff = z.infer<typeof SessionStaff>

// No query shows passwords or requested mails, and after a login all queries are fetched again.
const SHOWN_BY_NO_QUERY: readonly Resource[] = []

/** The token of a new session. */
export const SessionToken = secret(z.string())

export const logInCustomer = call('POST /auth/login', {
  roles: ['anyone'],
  invalidates: SHOWN_BY_NO_QUERY,
  body: Login,
  reply: z.object({ token: SessionToken, user: SessionUser }),
  summary: 'Starts a session of a customer.',
  failure: 'Giriş başarısız',
  errors: ['wrong_login', 'email_not_verified', 'too_many_tries', 'too_many_requests'],
})

export const CURRENT_PASSWORD_MISSING = 'Mevcut şifre zorunludur'

export const NewPassword = z.object({
  current_password: typedPassword(CURRENT_PASSWORD_MISSING),
  new_password: password(undefined, 'Yeni şifre zorunludur'),
})

export const changePassword = call('POST /auth/change-password', {
  roles: ['customer', 'marketer', 'admin'],
  invalidates: SHOWN_BY_NO_QUERY,
  body: NewPassword,
  reply: z.object({ message: z.string() }),
  summary: 'Sets a new password and ends all sessions of the account, including this one.',
  failure: 'Şifre değiştirilemedi',
  isOpenDuringSetup: true,
  errors: ['wrong_password', 'too_many_tries', 'too_many_requests'],
})

/** The token of a link; `missing` is the message when there is none. */
const linkToken = (missing: string) =>
  secret(z.string(missing).check(z.minLength(1, missing), z.maxLength(200, missing)))

export const CONFIRMATION_LINK_INVALID = 'Gecersiz onay linki.'

export const confirmEmail = call('POST /auth/verify-email', {
  roles: ['anyone'],
  invalidates: ['customers'],
  body: z.optional(z.object({ token: z.optional(linkToken(CONFIRMATION_LINK_INVALID)) })),
  query: z.object({ token: z.optional(linkToken(CONFIRMATION_LINK_INVALID)) }),
  reply: z.object({ message: z.string() }),
  summary:
    'Confirms the e-mail address to which the link with this token was sent. The token is in the body; older clients send it in the query.',
  failure: 'Email onaylanirken bir hata olustu.',
  errors: ['verification_link_unknown', 'verification_link_expired', 'already_verified', 'email_taken'],
})

export const EMAIL_MISSING = 'Lutfen email adresinizi girin'

// Secret, as URLs are logged.
const unconfirmedEmail = secret(email(EMAIL_MISSING))

export const ConfirmationRequest = z.object({ email: unconfirmedEmail })

export const resendConfirmation = call('POST /auth/resend-verification', {
  roles: ['anyone'],
  invalidates: SHOWN_BY_NO_QUERY,
  body: z.optional(z.object({ email: z.optional(unconfirmedEmail) })),
  query: z.object({ email: z.optional(unconfirmedEmail) }),
  reply: z.object({ message: z.string() }),
  summary:
    'Sends another confirmation link if the address is not confirmed; the reply is the same if it is. The address is in the body; older clients send it in the query.',
  failure: 'Email tekrar gonderilirken hata olustu',
  errors: ['too_many_requests'],
})

const RECOVERY_FAILED = 'Bir hata oluştu'

export const ForgottenPassword = z.object({ email: email() })

export const forgotPassword = call('POST /auth/forgot-password', {
  roles: ['anyone'],
  invalidates: SHOWN_BY_NO_QUERY,
  body: ForgottenPassword,
  reply: z.object({ message: z.string() }),
  summary: 'Sends a link to set a new password if a customer has this address; the reply is the same if there is none.',
  failure: RECOVERY_FAILED,
  errors: ['too_many_requests'],
})

export const ResetPassword = z.object({
  token: linkToken('Şifre sıfırlama linki eksik'),
  new_password: password(),
})

export const resetPassword = call('POST /auth/reset-password', {
  roles: ['anyone'],
  invalidates: SHOWN_BY_NO_QUERY,
  body: ResetPassword,
  reply: z.object({ message: z.string(), username: z.string() }),
  summary:
    'Sets a new password with the token of a link, which can be used once, and ends all sessions of the account, whose username is in the reply.',
  failure: RECOVERY_FAILED,
  errors: ['reset_link_invalid', 'email_taken'],
})

export const UNDO_LINK_MISSING = 'Bu linkte eksik var. E-postanızdaki linki yeniden açın.'

export const undoEmailChange = call('POST /auth/undo-email-change', {
  roles: ['anyone'],
  invalidates: ['customers'],
  body: z.object({ token: linkToken(UNDO_LINK_MISSING) }),
  reply: z.object({ message: z.string() }),
  summary:
    'Undoes a change of an account’s e-mail address by the token of the link that was sent to the old one: ends all sessions, voids the password and sends a link to set a new one.',
  failure: 'E-posta değişikliği geri alınamadı',
  errors: ['undo_link_invalid', 'email_taken'],
})
