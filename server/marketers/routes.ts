import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/marketers.ts'
import { withPasswordHash } from '../auth/passwords.ts'
import { serveList, servePrepared } from '../http/serve.ts'
import * as marketers from './marketers.ts'

export function marketerRoutes(app: FastifyInstance) {
  serveList(app, calls.listMarketers, ({ db }) => marketers.listMarketers(db))
  servePrepared(app, calls.createMarketer, async ({ body, now }) => {
    const input = await withPasswordHash(body)
    return async db => ({ success: true as const, marketer: await marketers.createMarketer(db, input, now) })
  })
}
