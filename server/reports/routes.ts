import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/reports.ts'
import { serve, serveFile } from '../http/serve.ts'
import { ordersWorkbook } from './orders-excel.ts'
import { readRevenue } from './revenue.ts'
import { readSales } from './sales.ts'
import { adminStats, marketerStats } from './stats.ts'

export function reportRoutes(app: FastifyInstance) {
  serve(app, calls.readAdminStats, ({ db, now }) => adminStats(db, now))
  serve(app, calls.readMarketerStats, ({ db, actor }) => marketerStats(db, actor))
  serve(app, calls.readRevenue, ({ db, now }) => readRevenue(db, now))
  serve(app, calls.readSales, ({ query, now }) => readSales(app.context.db, query, now))
  serveFile(app, calls.downloadOrders, async ({ db, actor, query, now }) => ordersWorkbook(db, actor, query, now))
}
