import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/reports.ts'
import { serve } from '../http/serve.ts'
import { adminStats } from './stats.ts'

export function reportRoutes(app: FastifyInstance) {
  serve(app, calls.readAdminStats, ({ db, now }) => adminStats(db, now))
}
