import { expect, test } from 'vitest'
import { sellableChange } from '#contract/lot-changes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026.

/** A product of which 10 are on hand: 6 of a lot, and 4 without one. */
async function makeStock() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 4 })
  const lot = { code: 'L2417', expires_on: '2026-09-01' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 6, lot }))
  const { id } = (await world.get('/admin/lots', admin)).json()[0]
  const correct = (body: object) => world.put(`/admin/lots/${id}/quantity`, admin, { reason: 'Raf kontrolü', ...body })
  const figures = async () => {
    const { on_hand, in_lots } = await world.db.selectFrom('stock').selectAll().executeTakeFirstOrThrow()
    const [stored] = await world.db.selectFrom('lots').select('on_hand').execute()
    expect(stored?.on_hand).toBe(in_lots)
    expect(await world.ledgerDisagreements()).toEqual([])
    return { on_hand, in_lots }
  }
  return { world, admin, customer, product_id, id, correct, figures }
}

test('a correction sets the quantity on hand of a lot, and the stock of its product changes by the difference', async () => {
  const { world, admin, id, correct, figures } = await makeStock()
  const reply = await correct({ quantity: 4, old_quantity: 6 })
  expect([reply.status, reply.json()]).toMatchObject([200, { message: 'Parti düzeltildi', lot: { on_hand: 4 } }])
  expect(await figures()).toEqual({ on_hand: 8, in_lots: 4 })
  requireSuccess(await correct({ quantity: 7, old_quantity: 4 }))
  expect(await figures()).toEqual({ on_hand: 11, in_lots: 7 })
  const movements = (await world.get(`/admin/lots/movements?lot_id=${id}`, admin)).json()
  expect(movements).toMatchObject([
    { reason: 'edit', on_hand_change: 3, on_hand_after: 7, note: 'Raf kontrolü', actor_name: 'Ayşe' },
    { reason: 'edit', on_hand_change: -2, on_hand_after: 4 },
    { reason: 'receipt' },
  ])
  const [entry] = (await world.get('/admin/audit?entity=lot', admin)).json()
  expect(entry).toMatchObject({
    before: { quantity: 4 },
    after: { quantity: 7, reason: 'Raf kontrolü', code: 'L2417' },
  })
})

test('the difference can be taken from goods without a lot, if there are enough; the stock then stays', async () => {
  const { correct, figures } = await makeStock()
  const refused = await correct({ quantity: 11, old_quantity: 6, from_unnamed: true })
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [{ field: 'quantity', message: 'Partisiz stokta 4 var; fark daha fazla olamaz' }],
  ])
  requireSuccess(await correct({ quantity: 10, old_quantity: 6, from_unnamed: true }))
  expect(await figures()).toEqual({ on_hand: 10, in_lots: 10 })
  requireSuccess(await correct({ quantity: 1, old_quantity: 10, from_unnamed: true }))
  expect(await figures()).toEqual({ on_hand: 10, in_lots: 1 })
})

test('a correction of a lot that has moved since is refused; one repeated after a lost reply changes nothing', async () => {
  const { correct, figures } = await makeStock()
  requireSuccess(await correct({ quantity: 5, old_quantity: 6 }))
  const moved = await correct({ quantity: 3, old_quantity: 6 })
  expect([moved.status, moved.json()]).toMatchObject([
    409,
    { code: 'lot_moved', detail: 'Bu partinin miktarı siz bakarken değişti; şimdi elde 5 var' },
  ])
  requireSuccess(await correct({ quantity: 5, old_quantity: 6 }))
  expect(await figures()).toEqual({ on_hand: 9, in_lots: 5 })
  const without = await correct({ quantity: 3, old_quantity: 5, reason: ' ' })
  expect([without.status, without.json().errors[0]]).toMatchObject([400, { message: 'Neden yazın' }])
})

test('goods that a correction adds to a blocked lot are not sold; an order loses its picks of a lot corrected to 0', async () => {
  const { world, admin, customer, product_id, id, correct, figures } = await makeStock()
  requireSuccess(await world.post(`/admin/lots/${id}/block`, admin, { reason: 'Şikâyet' }))
  requireSuccess(await correct({ quantity: 8, old_quantity: 6 }))
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 8 })
  requireSuccess(await world.post(`/admin/lots/${id}/release`, admin, { reason: 'Temiz' }))
  const order = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 3 }] })).json()
  requireSuccess(await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' }))
  requireSuccess(await correct({ quantity: 0, old_quantity: 8 }))
  expect(await world.db.selectFrom('order_lots').selectAll().execute()).toEqual([])
  expect(await figures()).toEqual({ on_hand: 4, in_lots: 0 })
})

test('what a correction does to the sellable stock is what the contract says, also of a blocked or an expired lot', async () => {
  const { world, admin, product_id, id, correct } = await makeStock()
  const available = async () => {
    const { on_hand, reserved } = await world.figures(product_id)
    return on_hand - reserved
  }
  const check = async (quantity: number, from_unnamed: boolean) => {
    const lot = (await world.get(`/admin/lots/${id}`, admin)).json()
    const before = await available()
    requireSuccess(await correct({ quantity, old_quantity: lot.on_hand, from_unnamed }))
    const change = (await available()) - before
    expect(change).toBe(sellableChange(lot, { quantity, from_unnamed }, istanbulDay(world.now())))
    return change
  }
  expect(await check(8, false)).toBe(2)
  expect(await check(10, true)).toBe(0)
  expect(await check(6, true)).toBe(0)
  requireSuccess(await world.post(`/admin/lots/${id}/block`, admin, { reason: 'Şikâyet' }))
  expect(await check(9, true)).toBe(-3)
  expect(await check(5, true)).toBe(4)
  expect(await check(7, false)).toBe(0)
  expect(await check(4, false)).toBe(0)
  requireSuccess(await world.post(`/admin/lots/${id}/release`, admin, { reason: 'Temiz' }))
  await world.db.updateTable('lots').set({ expires_on: '2026-03-09' }).where('id', '=', id).execute()
  expect(await check(3, false)).toBe(-1)
  expect(await check(5, true)).toBe(-5)
})
