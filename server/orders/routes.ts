import type { FastifyInstance } from 'fastify'
import * as anyOrder from '#contract/any-order.ts'
import { readOrderNeighbours } from '#contract/order-neighbours.ts'
import * as revisions from '#contract/order-revisions.ts'
import * as selection from '#contract/order-selection.ts'
import * as calls from '#contract/orders.ts'
import * as staff from '#contract/staff-orders.ts'
import { serve, serveList } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { listRevisions, orderStats, readAnyOrder, readChangedOrder, readOrder, readOrderByKey } from './lists.ts'
import { neighboursOf } from './neighbours.ts'
import { OrderCache } from './order-cache.ts'
import { cancelOrder, placeOrder } from './orders.ts'
import { agreedPrices } from './pricing.ts'
import { reviseOrder, reviseOwnOrder } from './revisions.ts'
import { orderTotals, selectOrders } from './selection.ts'
import { setOrderStatus } from './status.ts'

type OrderSettings = Pick<Settings, 'maxOpenValue' | 'companyName'>

export function orderRoutes(app: FastifyInstance, { maxOpenValue, companyName }: OrderSettings) {
  const cache = new OrderCache(app.context)
  serve(
    app,
    calls.placeOrder,
    ({ db, actor, body, now }) => placeOrder(db, actor, actor.id, body, now, { maxOpenValue }),
    ({ db, actor }, id) => readOrder(db, actor, id),
  )
  serveList(app, calls.listOrders, ({ db, actor, query }) => cache.list(db, actor, query))
  serve(app, calls.readOrderStats, ({ db, actor }) => orderStats(db, actor))
  serve(app, calls.readOrder, ({ db, actor, params }) => readOrder(db, actor, params.id))
  serve(app, calls.readOrderByKey, ({ db, actor, params }) => readOrderByKey(db, actor, params.key))
  serve(app, revisions.listRevisions, ({ db, actor, params }) => listRevisions(db, actor, params.id))
  serve(app, revisions.reviseOwnOrder, ({ db, actor, params, body, now }) =>
    reviseOwnOrder(db, actor, params.id, body, { now, maxOpenValue, companyName }),
  )
  serve(app, calls.cancelOrder, async ({ db, actor, params, body, now }) => ({
    message: 'Siparis basariyla iptal edildi',
    order: await cancelOrder(db, actor, params.id, { now, companyName, ...body }),
  }))

  serveList(app, staff.listCustomersOrders, ({ db, actor, query }) => cache.list(db, actor, query))
  serve(app, staff.readCustomersOrder, ({ db, actor, params }) => readOrder(db, actor, params.id))
  serve(app, staff.readCustomersOrderByKey, ({ db, actor, params }) => readOrderByKey(db, actor, params.key))
  serve(app, revisions.listCustomersOrderRevisions, ({ db, actor, params }) => listRevisions(db, actor, params.id))
  serve(
    app,
    staff.orderForCustomer,
    ({ db, actor, body, now }) =>
      placeOrder(db, actor, body.customer_id, body, now, {
        agreed: agreedPrices(body.items),
        maxOpenValue,
        overridesDelivery: body.overrides_delivery,
        companyName,
      }),
    ({ db, actor }, id) => readChangedOrder(db, actor, id),
  )
  serve(
    app,
    revisions.reviseOrder,
    ({ db, actor, params, body, now }) => reviseOrder(db, actor, params.id, body, { now, maxOpenValue, companyName }),
    ({ db, actor }, id) => readChangedOrder(db, actor, id),
  )
  serve(app, staff.cancelCustomersOrder, async ({ db, actor, params, body, now }) => ({
    message: 'Sipariş iptal edildi',
    order: await cancelOrder(db, actor, params.id, { now, companyName, ...body }),
  }))

  serveList(app, staff.listAllOrders, ({ db, actor, query }) => cache.list(db, actor, query))
  serve(app, selection.readOrderTotals, ({ actor, query }) =>
    app.context.reports.read(db => orderTotals(db, actor, query)),
  )
  serve(app, selection.selectOrders, ({ db, actor, query }) => selectOrders(db, actor, query))
  serve(app, anyOrder.readAnyOrder, ({ db, actor, params }) => readAnyOrder(db, actor, params.id))
  serve(app, readOrderNeighbours, ({ db, actor, params, query }) => neighboursOf(db, actor, params.id, query))
  serve(app, revisions.listAnyOrderRevisions, ({ db, actor, params }) => listRevisions(db, actor, params.id))
  serve(app, anyOrder.setOrderStatus, async ({ db, actor, params, body, now }) => ({
    message: 'Sipariş durumu güncellendi',
    ...(await setOrderStatus(db, actor, params.id, body.status, now, { ...body, companyName })),
  }))
}
