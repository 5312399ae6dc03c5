import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/carts.ts'
import { serve, serveList } from '../http/serve.ts'
import { changeCart, listCarts, readCart } from './carts.ts'

export function cartRoutes(app: FastifyInstance) {
  serve(app, calls.readCart, ({ db, actor }) => readCart(db, actor, actor.id))
  serve(app, calls.changeCart, ({ db, actor, body: { changes }, now }) =>
    changeCart(db, actor, { customer_id: actor.id, changes }, now),
  )

  serveList(app, calls.listCustomersCarts, ({ db, actor }) => listCarts(db, actor))
  serve(app, calls.readCustomersCart, ({ db, actor, params }) => readCart(db, actor, params.id))
  serve(app, calls.changeCustomersCart, ({ db, actor, params: { id }, body: { changes }, now }) =>
    changeCart(db, actor, { customer_id: id, changes }, now),
  )
}
