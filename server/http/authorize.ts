import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { refuse } from './refusal.ts'

/** Refuses a call that the actor's role may not make, or may make only after the account has been set up. */
export function authorize({ actor }: FastifyRequest, call: Call) {
  if (call.roles.includes('anyone')) return
  if (!actor) return refuse('session_ended')
  if (!call.roles.includes(actor.role)) refuse('forbidden')
  if (actor.must_first && !call.isOpenDuringSetup) refuse(actor.must_first)
}

/** Refuses the request if its user entered the password too long ago. */
export async function requireRecentLogin({ server, token, now }: FastifyRequest) {
  if (!token || !(await server.context.isRecentlyAuthenticated(token, now))) refuse('reauthentication_required')
}
