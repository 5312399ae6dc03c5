import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/security-log.ts'
import { serveList } from '../http/serve.ts'
import { listSecurityLog } from './security-log.ts'

export function securityLogRoutes(app: FastifyInstance) {
  serveList(app, calls.readSecurityLog, ({ db, query }) => listSecurityLog(db, query))
}
