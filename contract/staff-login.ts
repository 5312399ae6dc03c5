import * as z from 'zod/mini'
import { Login, SessionStaff, SessionToken } from './auth.ts'
import { call } from './call.ts'
import { missing } from './fields.ts'
import { secret } from './secret.ts'

// Not in `auth.ts`, which a first visit to the panels loads.

const ADMIN_LOGIN_FAILED = 'Giriş basarisiz. Lutfen bilgilerinizi kontrol edin.'

/** The most characters of a code as typed. */
export const MAX_CODE = 40

/** A code of the authenticator app (6 digits), or a recovery code; spaces are ignored. */
export const Code = secret(
  z.string(missing('Kod')).check(
    z.overwrite(text => text.replace(/\s/g, '')),
    z.minLength(1, missing('Kod')),
    z.maxLength(MAX_CODE, 'Kod çok uzun'),
  ),
)

/** The login of an admin or marketer; `code` is needed if the account has a second factor. */
export const StaffLogin = z.extend(Login, { code: z.optional(Code) })
export type StaffLogin = z.infer<typeof StaffLogin>

export const logInAdmin = call('POST /admin/login', {
  roles: ['anyone'],
  invalidates: [],
  body: StaffLogin,
  reply: z.object({ token: SessionToken, admin: SessionStaff }),
  summary: 'Starts a session of an admin.',
  failure: ADMIN_LOGIN_FAILED,
  errors: ['wrong_login', 'second_factor_required', 'wrong_code', 'too_many_tries', 'too_many_requests'],
})

export const logInMarketer = call('POST /marketer/login', {
  roles: ['anyone'],
  invalidates: [],
  body: StaffLogin,
  reply: z.object({ token: SessionToken, marketer: SessionStaff }),
  summary: 'Starts a session of a marketer.',
  failure: ADMIN_LOGIN_FAILED,
  errors: [
    'wrong_login',
    'marketer_inactive',
    'second_factor_required',
    'wrong_code',
    'too_many_tries',
    'too_many_requests',
  ],
})
