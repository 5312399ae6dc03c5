import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/offers.ts'
import { serve } from '../http/serve.ts'
import { refreshScreens, type ScreenUpdate } from '../notifications/live.ts'
import { withArrivalNotifications } from '../orders/arrivals.ts'
import { endOffer, offerLot, readLotOffer } from './offers.ts'
import { allowOffers } from './settings.ts'

const SCREENS: ScreenUpdate = { topic: 'products', roles: ['customer', 'marketer', 'admin'] }

export function offerRoutes(app: FastifyInstance) {
  serve(app, calls.readLotOffer, ({ db, params, now }) => readLotOffer(db, params.id, now))
  serve(app, calls.offerLot, ({ db, actor, params, body, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => {
      const lot_offer = await offerLot(tx, { actor, now, arrivals }, params.id, body)
      refreshScreens(tx, SCREENS)
      return { message: 'Fırsat kaydedildi', lot_offer }
    }),
  )
  serve(app, calls.endOffer, ({ db, actor, params, now }) =>
    withArrivalNotifications(db, now, async (tx, arrivals) => {
      const lot_offer = await endOffer(tx, { actor, now, arrivals }, params.id)
      refreshScreens(tx, SCREENS)
      return { message: 'Fırsat bitirildi', lot_offer }
    }),
  )
  serve(app, calls.allowOffers, ({ db, actor, body, now }) => allowOffers(db, { actor, now }, body.is_allowed))
}
