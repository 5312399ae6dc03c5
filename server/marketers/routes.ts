import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/marketers.ts'
import { serve, serveList } from '../http/serve.ts'
import * as marketers from './marketers.ts'

export function marketerRoutes(app: FastifyInstance) {
  serveList(app, calls.listMarketers, ({ db }) => marketers.listMarketers(db))
  serve(app, calls.createMarketer, async ({ db, body, now }) => ({
    success: true as const,
    marketer: await marketers.createMarketer(db, body, now),
  }))
}
