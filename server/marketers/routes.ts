import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/marketers.ts'
import { hashAccountPassword } from '../auth/passwords.ts'
import { handOverCustomers } from '../customers/changes.ts'
import { serve, serveList, servePrepared } from '../http/serve.ts'
import * as marketers from './marketers.ts'

export function marketerRoutes(app: FastifyInstance) {
  serveList(app, calls.listMarketers, ({ db }) => marketers.listMarketers(db))
  servePrepared(app, calls.createMarketer, async ({ actor, body, now }) => {
    const input = await hashAccountPassword('marketer', body)
    return async db => ({ success: true as const, marketer: await marketers.createMarketer(db, actor, input, now) })
  })
  serve(app, calls.updateMarketer, async ({ db, actor, params, body, now, origin }) => ({
    success: true as const,
    marketer: await marketers.updateMarketer(db, { actor, now, origin }, params.id, body),
  }))
  serve(app, calls.handOverCustomers, async ({ db, actor, params, body, now }) => ({
    success: true as const,
    moved_customers: await handOverCustomers(db, { actor, now }, params.id, body.to_marketer_id),
  }))
}
