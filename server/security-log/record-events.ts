import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Login, logInCustomer } from '#contract/auth.ts'
import type { Call, Role } from '#contract/call.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { SecurityEvent } from '#contract/security-log.ts'
import { logInAdmin, logInMarketer } from '#contract/staff-login.ts'
import { accountKey } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { originOf, type SecurityWatch } from '../http/context.ts'
import { Denials } from './denials.ts'
import { securityInsert } from './security-log.ts'

/** The events of refusals. An ended session is no event: it happens to every user, and its token has no account. */
const EVENTS: Partial<Record<RefusalCode, SecurityEvent>> = {
  wrong_login: 'wrong_login',
  email_not_verified: 'login_denied',
  marketer_inactive: 'login_denied',
  too_many_tries: 'locked_out',
  wrong_password: 'wrong_password',
  wrong_code: 'wrong_code',
  forbidden: 'denied',
  customer_passive: 'denied',
  order_not_visible: 'denied',
}

const LOGIN_ROLES = new Map<Call, Role>([
  [logInCustomer, 'customer'],
  [logInMarketer, 'marketer'],
  [logInAdmin, 'admin'],
])

/** Records refusals and exports that matter to the accounts' security, until the app is closed. */
export function watchSecurity(app: FastifyInstance, db: Pool, clock: () => Date): SecurityWatch {
  const denials = new Denials({ db, clock, log: app.log })
  app.addHook('onClose', () => denials.close())
  return {
    refused(request, call, code) {
      const event = EVENTS[code]
      if (!event) return
      const { now: created_at, actor } = request
      // Attempts of a logged-in user with a password or code concern its own account.
      const account_id = event === 'denied' ? undefined : actor?.id
      const origin = originOf(request, call)
      denials.add({ created_at, event, account_id, actor_id: actor?.id, origin, code, ...loginOf(request, call) })
    },
    async exported(request, call) {
      const { now: created_at, actor } = request
      const record = { created_at, event: 'exported', actor_id: actor?.id, origin: originOf(request, call) } as const
      await db.executeQuery(securityInsert([record]).compile())
    },
    flush: () => denials.flush(),
  }
}

/** The account that a login names. */
function loginOf({ body }: FastifyRequest, call: Call) {
  const role = LOGIN_ROLES.get(call)
  const login = role && z.safeParse(Login, body).data
  return login && { role, username_key: accountKey(login.username) }
}
