import type { FastifyInstance } from 'fastify'
import * as workbooks from '#contract/report-workbooks.ts'
import * as calls from '#contract/reports.ts'
import { serve, serveFile } from '../http/serve.ts'
import { customersWorkbook } from './customers-excel.ts'
import { orderLinesWorkbook } from './order-lines-excel.ts'
import { ordersWorkbook } from './orders-excel.ts'
import { readRevenue } from './revenue.ts'
import { readSales } from './sales.ts'
import { adminStats, marketerStats } from './stats.ts'
import { readTopProducts } from './top-products.ts'

export function reportRoutes(app: FastifyInstance) {
  const { reports } = app.context
  serve(app, calls.readAdminStats, ({ now }) => reports.read(db => adminStats(db, now)))
  serve(app, calls.readMarketerStats, ({ actor }) => reports.read(db => marketerStats(db, actor)))
  serve(app, calls.readRevenue, ({ now }) => reports.read(db => readRevenue(db, now)))
  serve(app, calls.readSales, ({ query, now }) => reports.read(db => readSales(db, query, now)))
  serve(app, calls.readTopProducts, ({ query, now }) => reports.read(db => readTopProducts(db, query, now)))
  serveFile(app, calls.downloadOrders, async ({ actor, query, now }) =>
    ordersWorkbook(await reports.choose(), actor, query, now),
  )
  serveFile(app, workbooks.downloadOrderLines, async ({ actor, query, now }) =>
    orderLinesWorkbook(await reports.choose(), actor, query, now),
  )
  serveFile(app, workbooks.downloadCustomers, async ({ actor, query, now }) =>
    customersWorkbook(await reports.choose(), actor, query, now),
  )
}
