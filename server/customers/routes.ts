import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/customers.ts'
import { withPasswordHash } from '../auth/passwords.ts'
import { serve, serveList, servePrepared } from '../http/serve.ts'
import * as customers from './customers.ts'

export function customerRoutes(app: FastifyInstance) {
  serveList(app, calls.listCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
  serve(app, calls.readCustomer, ({ db, actor, params }) => customers.readCustomer(db, actor, params.id))
  servePrepared(app, calls.createCustomer, async ({ actor, body, now }) => {
    const input = await withPasswordHash(body)
    return async db => ({ success: true as const, customer: await customers.createCustomer(db, actor, input, now) })
  })
  serveList(app, calls.listOwnCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
}
