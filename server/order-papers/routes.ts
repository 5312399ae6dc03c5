import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/order-papers.ts'
import { serveFile } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { orderSlip, pickList } from './papers.ts'

export function orderPaperRoutes(app: FastifyInstance, company: Settings) {
  serveFile(app, calls.downloadOrderSlip, ({ db, actor, params, now }) =>
    orderSlip(db, company, { actor, id: params.id, now }),
  )
  serveFile(app, calls.downloadPickList, ({ db, actor, params, now }) =>
    pickList(db, company, { actor, id: params.id, now }),
  )
}
