import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'

test('the trail finds standing orders and routes by their names, and lots by code and product together', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', on_hand: 0, lot_tracking: 'asked' })
  const standing = { name: 'Sabah siparişi', items: [{ product_id, quantity: 1 }], weekdays: [1] }
  const { id: standing_id } = requireSuccess(await world.post('/standing-orders', customer, standing)).json()
  const route = { name: 'Iğdır', weekdays: [1], cutoff_time: '16:00', days_before: 1 }
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, route)).json()
  const lot = { code: 'GEÇ-1', expires_on: '2026-06-01' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items: [{ product_id, quantity: 5, lot }] }))
  const [{ id: lot_id }] = (await world.get('/admin/lots', admin)).json()
  requireSuccess(await world.post(`/admin/lots/${lot_id}/block`, admin, { reason: 'Küf' }))

  const found = async (name: string): Promise<string[]> =>
    (await world.get(`/admin/audit?name=${encodeURIComponent(name)}`, admin))
      .json()
      .map((entry: { entity_id: string; entity_name: string }) => [entry.entity_id, entry.entity_name])
  expect(await found('SABAH')).toEqual([[standing_id, 'Sabah siparişi']])
  expect(await found('igdir')).toEqual([[route_id, 'Iğdır']])
  for (const name of ['GEÇ-1 · Ezine', 'ezine geç', 'gec-1'])
    expect(await found(name)).toEqual([[lot_id, 'GEÇ-1 · Ezine']])
  expect(await found('ezine öğle')).toEqual([])
  // A barcode that is padded to 14 digits, as suppliers' lists have it.
  requireSuccess(await world.put(`/admin/products/${product_id}`, admin, { barcode: '8690637012341' }))
  const names = new Set((await found('08690637012341')).map(([, name]) => name))
  expect(names).toEqual(new Set(['Ezine', 'GEÇ-1 · Ezine']))
})
