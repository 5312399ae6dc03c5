import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/auth.ts'
import { logOut as logOutCall } from '#contract/log-out.ts'
import { logInAdmin, logInMarketer } from '#contract/staff-login.ts'
import { Refusal } from '../http/refusal.ts'
import { registerEndpoint, serve } from '../http/serve.ts'
import { isHttps, type Settings } from '../settings.ts'
import { changePassword } from './accounts.ts'
import { undoEmailChange } from './email-undo.ts'
import { requestConfirmationMail, requestPasswordReset } from './emails.ts'
import { confirmEmail, resetPassword } from './links.ts'
import type { SetupRules } from './required-setup.ts'
import { accountSecurityRoutes } from './security-routes.ts'
import { serveLogin } from './serve-login.ts'
import { logIn, logOut, sessionUser } from './sessions.ts'

type AuthSettings = SetupRules & Pick<Settings, 'publicUrl' | 'companyName'>

export function authRoutes(app: FastifyInstance, { publicUrl, ...settings }: AuthSettings) {
  accountSecurityRoutes(app, settings)
  // Passwords are checked and hashed, and attempts counted, outside the transaction of a request.
  const { db: pool } = app.context
  const browser = { isSecure: isHttps(publicUrl) }

  serveLogin(app, calls.logInCustomer, browser, async ({ body, now, device: given, ...from }) => {
    const { token, account, device } = await logIn(pool, 'customer', { ...body, ...from, device: given }, now)
    return { device, reply: { token, user: await sessionUser(pool, account.id) } }
  })
  serveLogin(app, logInAdmin, browser, async ({ body, now, device: given, ...from }) => {
    const { token, account, device } = await logIn(pool, 'admin', { ...body, ...from, device: given }, now)
    return { device, reply: { token, admin: account } }
  })
  serveLogin(app, logInMarketer, browser, async ({ body, now, device: given, ...from }) => {
    const { token, account, device } = await logIn(pool, 'marketer', { ...body, ...from, device: given }, now)
    return { device, reply: { token, marketer: account } }
  })
  registerEndpoint(app, logOutCall, async ({ token }, reply) => {
    if (token) await logOut(pool, token)
    // Clears the user's replies and pages from the browser's cache, but not its storage, where orders wait to be sent.
    return reply.header('clear-site-data', '"cache"').send({ message: 'Çıkış yapıldı' })
  })
  serve(app, calls.confirmEmail, async ({ db, body, query, now, origin }) => {
    const token = body?.token ?? query.token ?? missing('token', calls.CONFIRMATION_LINK_INVALID)
    await confirmEmail(db, token, { now, origin })
    return { message: 'E-posta adresiniz onaylandı. Giriş yapabilirsiniz.' }
  })
  serve(app, calls.resendConfirmation, async ({ body, query, network, now }) => {
    const email = body?.email ?? query.email ?? missing('email', calls.EMAIL_MISSING)
    await requestConfirmationMail(pool, { email, network }, now)
    return { message: 'Bu adres onay bekliyorsa yeni bir onay linki gönderildi; lütfen e-posta kutunuzu kontrol edin' }
  })
  serve(app, calls.forgotPassword, async ({ body, network, now }) => {
    await requestPasswordReset(pool, { email: body.email, network }, now)
    return { message: 'Bu adres kayıtlıysa şifre sıfırlama linki gönderildi; lütfen e-posta kutunuzu kontrol edin' }
  })
  serve(app, calls.resetPassword, async ({ body, now, origin }) => {
    const { username, isRevoked } = await resetPassword(pool, body, { now, origin })
    const message = `Şifreniz değiştirildi. Yeni şifrenizle giriş yapabilirsiniz.${isRevoked ? REVOKED : ''}`
    return { message, username }
  })
  serve(app, calls.changePassword, async ({ actor, token, network, now, origin, body }) => {
    const isRevoked = await changePassword(pool, { id: actor.id, token, network, now, origin }, body)
    return { message: `Şifreniz değiştirildi; lütfen yeni şifrenizle giriş yapın${isRevoked ? `.${REVOKED}` : ''}` }
  })
  serve(app, calls.undoEmailChange, async ({ db, body, now, origin }) => {
    const email = await undoEmailChange(db, body.token, { now, origin })
    return { message: `Hesabın e-posta adresi yeniden ${email} oldu; yeni şifre belirleme linki bu adrese gönderildi` }
  })
}

const REVOKED = ' Onay bekleyen e-posta değişikliği iptal edildi.'

/** Refuses a request that has a required field neither in its body nor in its query. */
const missing = (field: string, message: string): never => {
  throw new Refusal('invalid_input', message, [{ field, message }])
}
