import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/order-lists.ts'
import { serve } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { readGuide } from './guide.ts'
import { changeList, createList, deleteList, readLists } from './order-lists.ts'

export function orderListRoutes(app: FastifyInstance, { guideDays: days }: Pick<Settings, 'guideDays'>) {
  serve(app, calls.readOrderGuide, ({ db, actor, now }) => readGuide(db, actor, actor.id, { now, days }))
  serve(app, calls.listOrderLists, ({ db, actor }) => readLists(db, actor, actor.id))
  serve(app, calls.createOrderList, ({ db, actor, body, now }) => createList(db, { actor, now }, actor.id, body))

  serve(app, calls.readCustomersGuide, ({ db, actor, params, now }) => readGuide(db, actor, params.id, { now, days }))
  serve(app, calls.listCustomersLists, ({ db, actor, params }) => readLists(db, actor, params.id))
  serve(app, calls.createCustomersList, ({ db, actor, params, body, now }) =>
    createList(db, { actor, now }, params.id, body),
  )

  serve(app, calls.changeOrderList, ({ db, actor, params, body, now }) =>
    changeList(db, { actor, now }, params.id, body),
  )
  serve(app, calls.deleteOrderList, async ({ db, actor, params }) => {
    await deleteList(db, actor, params.id)
    return { success: true as const }
  })
}
