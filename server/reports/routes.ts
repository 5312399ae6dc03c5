import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/reports.ts'
import { serve } from '../http/serve.ts'
import { adminStats, marketerStats } from './stats.ts'

export function reportRoutes(app: FastifyInstance) {
  serve(app, calls.readAdminStats, ({ db, now }) => adminStats(db, now))
  serve(app, calls.readMarketerStats, ({ db, actor }) => marketerStats(db, actor))
}
