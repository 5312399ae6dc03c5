import { z } from 'zod'
import { call } from './call.ts'
import { password, required } from './fields.ts'

/** How long a session lasts unused, in milliseconds. */
export const SESSION_UNUSED = {
  customer: 30 * 24 * 60 * 60 * 1000,
  marketer: 30 * 24 * 60 * 60 * 1000,
  admin: 12 * 60 * 60 * 1000,
} as const

const Login = z.object({
  username: required('Kullanıcı adı', 254),
  password: z.string('Şifre zorunludur').min(1, 'Şifre zorunludur').max(128, 'Şifre çok uzun'),
})
export type Login = z.infer<typeof Login>

/** A customer as its own session shows it. */
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

/** An admin or a marketer as their own session shows them. */
export const SessionStaff = z.object({ id: z.uuid(), username: z.string(), name: z.string() })
export type SessionStaff = z.infer<typeof SessionStaff>

const ADMIN_LOGIN_FAILED = 'Giriş basarisiz. Lutfen bilgilerinizi kontrol edin.'

export const logInCustomer = call('POST /auth/login', {
  who: ['anyone'],
  body: Login,
  reply: z.object({ token: z.string(), user: SessionUser }),
  summary: 'Starts a session of a customer.',
  failure: 'Giriş başarısız',
})

export const logInAdmin = call('POST /admin/login', {
  who: ['anyone'],
  body: Login,
  reply: z.object({ token: z.string(), admin: SessionStaff }),
  summary: 'Starts a session of an admin.',
  failure: ADMIN_LOGIN_FAILED,
})

export const logInMarketer = call('POST /marketer/login', {
  who: ['anyone'],
  body: Login,
  reply: z.object({ token: z.string(), marketer: SessionStaff }),
  summary: 'Starts a session of a marketer.',
  failure: ADMIN_LOGIN_FAILED,
})

export const logOut = call('POST /auth/logout', {
  who: ['customer', 'marketer', 'admin'],
  reply: z.object({ message: z.string() }),
  summary: 'Ends the session whose token is sent.',
  failure: 'Çıkış yapılamadı',
})

export const NewPassword = z.object({
  current_password: z.string('Mevcut şifre zorunludur').min(1, 'Mevcut şifre zorunludur').max(128, 'Şifre çok uzun'),
  new_password: password('Şifre en az 6 karakter olmalıdır', 'Yeni şifre zorunludur'),
})

export const changePassword = call('POST /auth/change-password', {
  who: ['customer', 'marketer', 'admin'],
  body: NewPassword,
  reply: z.object({ message: z.string() }),
  summary: 'Sets a new password and ends all sessions of the account, this one too.',
  failure: 'Şifre değiştirilemedi',
})
