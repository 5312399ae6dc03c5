import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/delivery.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { serve } from '../http/serve.ts'
import { readCalendar, readDays } from './days.ts'
import { changeRoute, createRoute, deleteRoute, readRoutes } from './delivery-routes.ts'
import { deleteException, readExceptions, setException } from './exceptions.ts'
import {
  changeCustomerDelivery,
  readCustomerDelivery,
  readRouteCustomers,
  setRouteCustomers,
} from './route-customers.ts'
import { changeSettings, readSettings } from './settings.ts'
import { readUpcomingOrders } from './upcoming-orders.ts'

export function deliveryRoutes(app: FastifyInstance) {
  serve(app, calls.readDeliveryDays, ({ db, actor, query, now }) =>
    readDays(db, actor, { customer_id: actor.id, ...query }, now),
  )
  serve(app, calls.readCustomersDeliveryDays, ({ db, actor, params, query, now }) =>
    readDays(db, actor, { customer_id: params.id, ...query }, now),
  )

  serve(app, calls.readDeliveryRules, async ({ db, now }) => {
    const today = istanbulDay(now)
    const [settings, routes] = [await readSettings(db), await readRoutes(db)]
    const [exceptions, orders] = [await readExceptions(db, daysLater(today, -1)), await readUpcomingOrders(db, today)]
    return { settings, routes, exceptions, ...(orders.length > 0 && { upcoming_orders: orders }) }
  })
  serve(app, calls.changeDeliverySettings, ({ db, actor, body, now }) => changeSettings(db, { actor, now }, body))
  serve(app, calls.createRoute, ({ db, actor, body, now }) => createRoute(db, { actor, now }, body))
  serve(app, calls.changeRoute, ({ db, actor, params, body, now }) => changeRoute(db, { actor, now }, params.id, body))
  serve(app, calls.deleteRoute, async ({ db, actor, params, now }) => {
    await deleteRoute(db, { actor, now }, params.id)
    return { success: true as const }
  })
  serve(app, calls.listRouteCustomers, ({ db, params }) => readRouteCustomers(db, params.id))
  serve(app, calls.setRouteCustomers, ({ db, actor, params, body, now }) =>
    setRouteCustomers(db, { actor, now }, params.id, body),
  )
  serve(app, calls.readCustomerDelivery, ({ db, params }) => readCustomerDelivery(db, params.id))
  serve(app, calls.changeCustomerDelivery, ({ db, actor, params, body, now }) =>
    changeCustomerDelivery(db, { actor, now }, params.id, body),
  )
  serve(app, calls.setException, ({ db, actor, body, now }) => setException(db, { actor, now }, body))
  serve(app, calls.deleteException, async ({ db, actor, params, now }) => {
    await deleteException(db, { actor, now }, params.id)
    return { success: true as const }
  })
  serve(app, calls.readDeliveryCalendar, ({ db, query }) => readCalendar(db, query.from, query.days))
}
