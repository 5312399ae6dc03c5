import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

const DAY = 24 * 60 * 60_000
const BEST_BEFORE = { code: 'TAVSİYE', expires_on: '2026-03-09', expiry_kind: 'tett' }
const USE_BY = { code: 'SON', expires_on: '2026-03-09' }
const REASON = 'Müşteri indirimle aldı'

/** A product with only these lots, and an order for it in preparation. */
async function preparedOrder(lots: [quantity: number, lot: object][], ordered: number, isReleased = true) {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', unit: 'KG', lot_tracking: 'asked', on_hand: 0 })
  const items = lots.map(([quantity, lot]) => ({ product_id, quantity, lot }))
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  const stored = await world.db.selectFrom('lots').selectAll().where('product_id', '=', product_id).execute()
  const idOf = (code: string) => stored.find(lot => lot.code === code)!.id
  for (const { id, blocked_at } of stored)
    if (blocked_at && isReleased)
      requireSuccess(await world.post(`/admin/lots/${id}/release`, admin, { reason: 'Analiz temiz' }))
  const { id } = requireSuccess(
    await world.post('/orders', customer, { items: [{ product_id, quantity: ordered }] }),
  ).json()
  const setStatus = async (status: string) =>
    requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status }))
  await setStatus('hazirlaniyor')
  const pick = (body: object) => world.put(`/admin/orders/${id}/lots`, admin, { product_id, ...body })
  const line = async () => (await world.get(`/admin/orders/${id}/picking`, admin)).json()[0]
  const share = (code: string, quantity: number) => ({ lot_id: idOf(code), quantity })
  return { world, admin, id, product_id, idOf, setStatus, pick, line, share }
}

test('a lot past its best-before date is not proposed but shown to the picker, chosen with a reason, and leaves', async () => {
  const order = await preparedOrder([[5, BEST_BEFORE]], 4)
  const { world, product_id, pick, line, share, setStatus, idOf } = order
  const lot = { lot_id: idOf('TAVSİYE'), ...BEST_BEFORE, quantity: 5 }
  expect(await line()).toMatchObject({ lots: [], without_lot: 4, not_proposed: [lot] })
  const silent = await pick({ lots: [share('TAVSİYE', 4)] })
  expect([silent.status, silent.json().errors]).toEqual([
    400,
    [{ field: 'reason', message: '“TAVSİYE” için neden yazılmalıdır: TETT geçti' }],
  ])
  requireSuccess(await pick({ lots: [share('TAVSİYE', 4)], reason: REASON }))
  expect(await line()).toMatchObject({ lots: [{ quantity: 4, reason: REASON }], without_lot: 0, not_proposed: [] })
  expect(await world.ledgerDisagreements()).toEqual([])
  await setStatus('tamamlandi')
  expect(await world.figures(product_id)).toEqual({ on_hand: 1, reserved: 0 })
  expect((await line()).lots).toMatchObject([{ code: 'TAVSİYE', quantity: 4, reason: REASON }])
  // Set back to preparing the order keeps the chosen lot, and set back to pending it gives the goods back.
  await setStatus('hazirlaniyor')
  expect((await line()).lots).toMatchObject([{ quantity: 4, reason: REASON }])
  await setStatus('beklemede')
  expect(await world.figures(product_id)).toEqual({ on_hand: 5, reserved: 4 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot past its use-by date can be chosen only after a release, and no longer once it is blocked again', async () => {
  const order = await preparedOrder([[5, USE_BY]], 4)
  const { world, admin, product_id, pick, line, share, setStatus, idOf } = order
  expect((await line()).not_proposed).toMatchObject([{ code: 'SON', quantity: 5 }])
  const message = '“SON” için neden yazılmalıdır: SKT geçti, satışı onaylandı'
  expect((await pick({ lots: [share('SON', 4)] })).json().errors).toEqual([{ field: 'reason', message }])
  requireSuccess(await pick({ lots: [share('SON', 4)], reason: REASON }))
  requireSuccess(await world.post(`/admin/lots/${idOf('SON')}/block`, admin, { reason: 'Vazgeçildi' }))
  expect(await line()).toMatchObject({ lots: [], without_lot: 4, not_proposed: [] })
  expect((await pick({ lots: [share('SON', 4)], reason: REASON })).json().code).toBe('lot_unusable')
  requireSuccess(await world.post(`/admin/lots/${idOf('SON')}/release`, admin, { reason: 'Analiz temiz' }))
  requireSuccess(await pick({ lots: [share('SON', 4)], reason: REASON }))
  await setStatus('tamamlandi')
  expect(await world.figures(product_id)).toEqual({ on_hand: 1, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot whose use-by date is over on the delivery day, and that is not released, is neither shown nor chosen', async () => {
  const late = { code: 'YARIN', expires_on: '2026-03-11' }
  const lots: [number, object][] = [
    [5, USE_BY],
    [5, late],
    [5, { ...BEST_BEFORE, expires_on: '2026-03-12' }],
  ]
  const { world, id, pick, line, share } = await preparedOrder(lots, 4, false)
  requireSuccess(await pick({ lots: [] }))
  await world.db.updateTable('orders').set({ delivery_date: '2026-03-13' }).where('id', '=', id).execute()
  expect((await line()).not_proposed).toMatchObject([{ code: 'TAVSİYE', quantity: 5 }])
  for (const code of ['SON', 'YARIN'])
    expect((await pick({ lots: [share(code, 1)], reason: REASON })).json().code).toBe('lot_unusable')
  const silent = await pick({ lots: [share('TAVSİYE', 4)] })
  expect(silent.json().detail).toBe('“TAVSİYE” için neden yazılmalıdır: TETT teslimattan önce doluyor')
})

test('an expired lot is chosen up to its free quantity, and a lot that was only proposed does not leave once expired', async () => {
  const today = { ...BEST_BEFORE, code: 'BUGÜN', expires_on: '2026-03-10' }
  const lots: [number, object][] = [
    [5, BEST_BEFORE],
    [2, today],
  ]
  const { world, id, product_id, pick, line, share } = await preparedOrder(lots, 6)
  expect(await line()).toMatchObject({ lots: [{ code: 'BUGÜN', quantity: 2 }], not_proposed: [{ quantity: 5 }] })
  expect((await pick({ lots: [share('TAVSİYE', 6)], reason: REASON })).json().code).toBe('lot_not_free')
  world.pass(DAY)
  const admin = await world.admin('Ali')
  requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'tamamlandi' }))
  expect(await world.figures(product_id)).toEqual({ on_hand: 7, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})
