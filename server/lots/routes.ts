import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/lots.ts'
import { serve, serveList } from '../http/serve.ts'
import { listLotMovements, listLots, readLot } from './lists.ts'

export function lotRoutes(app: FastifyInstance) {
  serveList(app, calls.listLots, ({ db, query, now }) => listLots(db, query, now))
  serve(app, calls.readLot, ({ db, params }) => readLot(db, params.id))
  serveList(app, calls.listLotMovements, ({ db, query }) => listLotMovements(db, query.lot_id))
}
