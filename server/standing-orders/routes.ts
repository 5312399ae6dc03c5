import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/standing-orders.ts'
import { serve, serveList } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { listStandingOrders, readStandingOrder } from './lists.ts'
import { changeStandingDay, changeStandingOrder, createStandingOrder, deleteStandingOrder } from './standing-orders.ts'

export function standingOrderRoutes(app: FastifyInstance, { standingOrderLead: lead }: Settings) {
  serveList(app, calls.listStandingOrders, ({ db, actor, query, now }) =>
    listStandingOrders(db, actor, query, { now, lead }),
  )
  serve(app, calls.readStandingOrder, ({ db, actor, params, now }) =>
    readStandingOrder(db, actor, params.id, { now, lead }),
  )
  serve(app, calls.createStandingOrder, ({ db, actor, body, now }) =>
    createStandingOrder(db, { actor, now, lead }, body),
  )
  serve(app, calls.changeStandingOrder, ({ db, actor, params, body, now }) =>
    changeStandingOrder(db, { actor, now, lead }, params.id, body),
  )
  serve(app, calls.changeStandingDay, ({ db, actor, params, body, now }) =>
    changeStandingDay(db, { actor, now, lead }, params.id, body),
  )
  serve(app, calls.deleteStandingOrder, async ({ db, actor, params, now }) => {
    await deleteStandingOrder(db, { actor, now, lead }, params.id)
    return { success: true as const }
  })
}
