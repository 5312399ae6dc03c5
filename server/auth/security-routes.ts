import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/account-security.ts'
import { serve } from '../http/serve.ts'
import { accountSecurity, removeOwnSecondFactor } from './account-security.ts'
import { endOtherSessions, endSessionsOf, listSessions } from './own-sessions.ts'
import { reauthenticate } from './reauthentication.ts'
import type { SetupRules } from './required-setup.ts'
import { confirmSecondFactor, replaceRecoveryCodes, startSecondFactor } from './second-factor.ts'

export function accountSecurityRoutes(app: FastifyInstance, settings: SetupRules & { companyName: string }) {
  // Passwords and codes are checked, and attempts counted, outside the transaction of a request.
  const { db: pool } = app.context

  serve(app, calls.readSecurity, ({ actor }) => accountSecurity(pool, actor.id, settings))
  serve(app, calls.listSessions, ({ db, actor, token = '', now }) => listSessions(db, actor, { token, now }))
  serve(app, calls.endOtherSessions, async ({ db, actor, token = '', now, origin }) =>
    ended(await endOtherSessions(db, { actor, now, origin }, token)),
  )
  serve(app, calls.endSessionsOf, async ({ db, actor, params, now, origin }) =>
    ended(await endSessionsOf(db, { actor, now, origin }, params.id)),
  )
  serve(app, calls.reauthenticate, async ({ actor: { id }, token = '', network, body, now, origin }) => {
    await reauthenticate(pool, { id, token, network, now, origin }, body)
    return { message: 'Şifreniz doğrulandı' }
  })
  serve(app, calls.startSecondFactor, ({ actor, body }) =>
    startSecondFactor(pool, actor, { issuer: settings.companyName, replaces: body.replaces }),
  )
  serve(app, calls.confirmSecondFactor, async ({ actor, token = '', body, now, origin }) => ({
    recovery_codes: await confirmSecondFactor(pool, { actor, now, origin }, { code: body.code, token }),
  }))
  serve(app, calls.replaceRecoveryCodes, async ({ actor, now, origin }) => ({
    recovery_codes: await replaceRecoveryCodes(pool, { actor, now, origin }),
  }))
  serve(app, calls.removeSecondFactor, async ({ actor, now, origin }) => {
    await removeOwnSecondFactor(pool, { actor, now, origin }, settings)
    return { message: 'İki adımlı giriş kapatıldı' }
  })
}

const ended = (ended_sessions: number) => ({
  message: ended_sessions > 0 ? `${ended_sessions} oturum kapatıldı` : 'Açık başka oturum yok',
  ended_sessions,
})
