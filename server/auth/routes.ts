import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/auth.ts'
import { serve } from '../http/serve.ts'
import { changePassword } from './accounts.ts'
import { logIn, logOut, sessionUser } from './sessions.ts'

export function authRoutes(app: FastifyInstance) {
  serve(app, calls.logInCustomer, async ({ db, body, now, address }) => {
    const { token, account } = await logIn(db, 'customer', { ...body, address }, now)
    return { token, user: await sessionUser(db, account.id) }
  })
  serve(app, calls.logInAdmin, async ({ db, body, now, address }) => {
    const { token, account } = await logIn(db, 'admin', { ...body, address }, now)
    return { token, admin: account }
  })
  serve(app, calls.logInMarketer, async ({ db, body, now, address }) => {
    const { token, account } = await logIn(db, 'marketer', { ...body, address }, now)
    return { token, marketer: account }
  })
  serve(app, calls.logOut, async ({ db, token }) => {
    if (token) await logOut(db, token)
    return { message: 'Çıkış yapıldı' }
  })
  serve(app, calls.changePassword, async ({ db, actor, address, now, body }) => {
    await changePassword(db, { id: actor.id, address, now }, body)
    return { message: 'Şifreniz değiştirildi; lütfen yeni şifrenizle giriş yapın' }
  })
}
