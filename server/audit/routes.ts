import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/audit.ts'
import { serveList } from '../http/serve.ts'
import { listAudit } from './audit.ts'

export function auditRoutes(app: FastifyInstance) {
  serveList(app, calls.readAudit, ({ db, query }) => listAudit(db, query))
}
