import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/order-papers.ts'
import { serveFile } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { orderSlip, pickList } from './papers.ts'

export function orderPaperRoutes(app: FastifyInstance, company: Settings) {
  const { reports } = app.context
  serveFile(app, calls.downloadOrderSlip, async ({ actor, params, now }) =>
    orderSlip(await reports.choose(), company, { actor, id: params.id, now }),
  )
  serveFile(app, calls.downloadPickList, async ({ actor, params, now }) =>
    pickList(await reports.choose(), company, { actor, id: params.id, now }),
  )
}
