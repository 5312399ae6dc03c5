import { requireSuccess } from './callers.ts'
import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'
import { anOrder } from './order-targets.ts'

/** A lot with goods. */
const aLot: Target = {
  make: async ({ world, admin }: Fixture) => {
    const product_id = await world.product({ lot_tracking: 'asked' })
    const lot = { code: 'L1', expires_on: '2099-09-01' }
    requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 5, lot }))
    return requireSuccess(await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()[0].id
  },
  isOwned: false,
  absent: 'not_found',
}

const aBlockedLot: Target = {
  ...aLot,
  make: async fixture => {
    const id = await aLot.make(fixture)
    requireSuccess(await fixture.world.post(`/admin/lots/${id}/block`, fixture.admin, { reason: 'Şüpheli' }))
    return id
  },
}

/** A lot some of which is on offer. */
const anOfferedLot: Target = {
  ...aLot,
  make: async fixture => {
    const id = await aLot.make(fixture)
    requireSuccess(await fixture.world.put('/admin/offers/settings', fixture.admin, { is_allowed: true }))
    requireSuccess(await fixture.world.post(`/admin/lots/${id}/offer`, fixture.admin, { price: 2, quantity: 2 }))
    return id
  },
}

const ofALot = async (fixture: Fixture) => ({ lot_id: await aLot.make(fixture) })

/** An order that is being prepared. */
const aPreparedOrder: Target = {
  ...anOrder,
  make: async fixture => {
    const id = await anOrder.make(fixture)
    requireSuccess(await fixture.world.put(`/admin/orders/${id}/status`, fixture.admin, { status: 'hazirlaniyor' }))
    return id
  },
}

/** The calls for lots. */
export const LOTS_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/lots': {},
  'GET /admin/lots/:id': { target: aLot },
  'GET /admin/lots/:id/connected': { target: aLot },
  'GET /admin/lots/:id/offer': { target: aLot },
  'POST /admin/lots/:id/offer': { target: anOfferedLot, body: () => ({ price: 1, quantity: 1 }) },
  'POST /admin/lots/:id/offer/end': { target: anOfferedLot },
  'PUT /admin/offers/settings': { body: () => ({ is_allowed: true }) },
  'GET /admin/recalls': { query: ofALot },
  'GET /admin/recalls/excel': { query: ofALot },
  'GET /admin/recalls/pdf': { query: ofALot },
  'POST /admin/recalls/letters': {
    body: async fixture => ({ ...(await ofALot(fixture)), text: 'Ürünü kullanmayın' }),
  },
  'GET /orders/:id/lots': { target: anOrder },
  'GET /marketer/orders/:id/lots': { target: anOrder },
  'GET /admin/orders/:id/lots': { target: anOrder },
  'GET /admin/orders/:id/picking': { target: anOrder },
  'PUT /admin/orders/:id/lots': { target: aPreparedOrder, body: ({ product_id }) => ({ product_id, lots: [] }) },
  'GET /admin/lots/movements': { query: async fixture => ({ lot_id: await aLot.make(fixture) }) },
  'GET /admin/lots/figures': {},
  'GET /admin/lots/excel': {},
  'POST /admin/lots/:id/block': { target: aLot, body: () => ({ reason: 'Şüpheli' }) },
  'POST /admin/lots/:id/release': { target: aBlockedLot, body: () => ({ reason: 'Temiz çıktı' }) },
  'PUT /admin/lots/:id/quantity': { target: aLot, body: () => ({ quantity: 4, old_quantity: 5, reason: 'Kırık' }) },
  'PUT /admin/lots/:id/catalogue': { target: aLot, body: () => ({ in_catalogue: true }) },
  'POST /admin/lots/:id/write-off': { target: aLot, body: () => ({ quantity: 1, reason: 'Tarihi geçti' }) },
  'GET /admin/lots/write-offs': {},
  'GET /admin/lots/write-offs/figures': {},
  'GET /admin/lots/write-offs/excel': {},
}
