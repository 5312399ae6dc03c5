import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/offers.ts'
import { serve } from '../http/serve.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { endOffer, offerLot, readLotOffer } from './offers.ts'
import { allowOffers } from './settings.ts'

export function offerRoutes(app: FastifyInstance) {
  serve(app, calls.readLotOffer, ({ db, params, now }) => readLotOffer(db, params.id, now))
  serve(app, calls.offerLot, ({ db, actor, params, body, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => ({
      message: 'Fırsat kaydedildi',
      lot_offer: await offerLot(tx, { actor, now, arrivals }, params.id, body),
    })),
  )
  serve(app, calls.endOffer, ({ db, actor, params, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => ({
      message: 'Fırsat bitirildi',
      lot_offer: await endOffer(tx, { actor, now, arrivals }, params.id),
    })),
  )
  serve(app, calls.allowOffers, ({ db, actor, body, now }) => allowOffers(db, { actor, now }, body.is_allowed))
}
