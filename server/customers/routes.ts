import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/customers.ts'
import { serve, serveList } from '../http/serve.ts'
import * as customers from './customers.ts'

export function customerRoutes(app: FastifyInstance) {
  serveList(app, calls.listCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
  serve(app, calls.readCustomer, ({ db, actor, params }) => customers.readCustomer(db, actor, params.id))
  serve(app, calls.createCustomer, async ({ db, actor, body, now }) => ({
    success: true as const,
    customer: await customers.createCustomer(db, actor, body, now),
  }))
  serveList(app, calls.listOwnCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
}
