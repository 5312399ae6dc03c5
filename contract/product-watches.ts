import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id } from './fields.ts'

/** How many products one customer can watch. */
export const MAX_WATCHES = 500

const NOT_SAVED = 'İsteğiniz kaydedilemedi'

export const listWatches = call('GET /products/watched', {
  roles: ['customer'],
  // A watch ends when its customer is notified of the arrival.
  resources: ['watches', 'notifications'],
  reply: z.array(z.uuid()),
  summary: 'The ids of the sold-out products whose arrival the customer wants to be notified of.',
  failure: 'Haber istediğiniz ürünler yüklenemedi',
})

export const watchProduct = call('POST /products/:id/watch', {
  params: { id: Id },
  roles: ['customer'],
  invalidates: ['watches'],
  reply: z.object({ watched: z.literal(true) }),
  summary: 'Notifies the customer once when goods of a sold-out product arrive.',
  failure: NOT_SAVED,
  errors: ['back_in_stock', 'too_many_watches'],
})

export const unwatchProduct = call('DELETE /products/:id/watch', {
  params: { id: Id },
  roles: ['customer'],
  invalidates: ['watches'],
  reply: z.object({ watched: z.literal(false) }),
  summary: 'Cancels the notification about a product, if one was requested.',
  failure: NOT_SAVED,
})
