import { expect, test } from 'vitest'
import { orderNumber } from '#contract/orders.ts'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { blockExpired } from './expiry-blocks.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

const HOUR = 60 * 60_000
const LAST_DAY = { code: 'BUGÜN', expires_on: '2026-03-10' }
const LATER = { code: 'SONRA', expires_on: '2026-09-01' }
const REASON = 'O gün bu parti çıktı'

/** Ezine of two lots, one on its last day, and an order with this delivery day that gets 4 of the lot in the evening. */
async function preparedOrder(delivery_date: string | null, lastDay: object = LAST_DAY) {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const items = [lastDay, LATER].map(lot => ({ product_id, quantity: 6, lot }))
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  const placed = await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] })
  const { id } = requireSuccess(placed).json()
  await world.db.updateTable('orders').set({ delivery_date }).where('id', '=', id).execute()
  requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' }))
  /** The next morning, after the portal has blocked expired lots; resolves to an admin with a session. */
  const nextMorning = async () => {
    world.pass(22 * HOUR)
    await blockExpired({ db: world.db, log: { error: (error: unknown) => expect(error).toBe(undefined) } }, world.now())
    return world.admin('Ali')
  }
  const stored = await world.db.selectFrom('lots').selectAll().where('product_id', '=', product_id).execute()
  const idOf = (code: string) => stored.find(lot => lot.code === code)!.id
  const share = (code: string, quantity: number) => ({ lot_id: idOf(code), quantity })
  return { world, customer, id, product_id, nextMorning, idOf, share }
}

/** The order as an admin sees and changes it. */
function actions({ world, id, product_id }: Awaited<ReturnType<typeof preparedOrder>>, admin: TestUser) {
  const line = async () => (await world.get(`/admin/orders/${id}/picking`, admin)).json()[0]
  return {
    line,
    lots: async () =>
      (await line()).lots.map(({ code, quantity }: typeof LAST_DAY & { quantity: number }) => [code, quantity]),
    setStatus: async (status: string) =>
      requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status })),
    pick: (body: object) => world.put(`/admin/orders/${id}/lots`, admin, { product_id, ...body }),
  }
}

test('goods that left on the last day of their SKT are booked from their lot when the order is completed next morning', async () => {
  const order = await preparedOrder('2026-03-10')
  const { world, customer, product_id, nextMorning } = order
  const admin = await nextMorning()
  const { line, lots, setStatus } = actions(order, admin)
  expect(await line()).toMatchObject({ leaves_on: '2026-03-11', left_on: '2026-03-10', not_proposed: [] })
  expect(await lots()).toEqual([['BUGÜN', 4]])
  // Nobody can order the lot meanwhile.
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 10 })
  expect(await world.ledgerDisagreements()).toEqual([])
  await setStatus('tamamlandi')
  expect(await lots()).toEqual([['BUGÜN', 4]])
  expect(await world.figures(product_id)).toEqual({ on_hand: 8, reserved: 2 })
  // Taken back and pressed again, as by 'Geri al'.
  await setStatus('hazirlaniyor')
  expect(await lots()).toEqual([['BUGÜN', 4]])
  await setStatus('tamamlandi')
  expect(await world.figures(product_id)).toEqual({ on_hand: 8, reserved: 2 })
  expect((await world.post('/orders', customer, { items: [{ product_id, quantity: 7 }] })).json().code).toBe(
    'insufficient_stock',
  )
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods past their best-before date since their delivery day leave without a reason, unless they were picked later', async () => {
  const order = await preparedOrder('2026-03-10', { ...LAST_DAY, expiry_kind: 'tett' })
  const { line, lots, setStatus } = actions(order, await order.nextMorning())
  expect((await line()).lots[0].picked_late).toBe(undefined)
  await setStatus('tamamlandi')
  expect(await lots()).toEqual([['BUGÜN', 4]])
  const late = await preparedOrder('2026-03-09', { ...LAST_DAY, expiry_kind: 'tett' })
  const next = actions(late, await late.nextMorning())
  expect((await next.line()).lots).toMatchObject([{ code: 'BUGÜN', picked_late: true }])
  const silent = await next.pick({ lots: [late.share('BUGÜN', 4)] })
  expect(silent.json().errors).toMatchObject([{ field: 'reason' }])
  await next.setStatus('tamamlandi')
  expect(await next.lots()).toEqual([['SONRA', 4]])
})

test('an order that is delivered later, or without a day, gets other lots once its lot has expired', async () => {
  for (const delivery_date of ['2026-03-11', null]) {
    const order = await preparedOrder('2026-03-10')
    await order.world.db.updateTable('orders').set({ delivery_date }).where('id', '=', order.id).execute()
    const { lots, setStatus, pick } = actions(order, await order.nextMorning())
    expect([delivery_date, await lots()]).toEqual([delivery_date, [['SONRA', 4]]])
    expect((await pick({ lots: [order.share('BUGÜN', 4)], reason: REASON })).json().code).toBe('lot_unusable')
    await setStatus('tamamlandi')
    expect(await lots()).toEqual([['SONRA', 4]])
  }
})

test('an expired lot is not proposed to an order that is prepared after its delivery day, but can be chosen with a reason', async () => {
  const order = await preparedOrder('2026-03-10')
  const { world, nextMorning, share } = order
  const { lots, setStatus, pick } = actions(order, await nextMorning())
  await setStatus('beklemede')
  await setStatus('hazirlaniyor')
  expect(await lots()).toEqual([['SONRA', 4]])
  const silent = await pick({ lots: [share('BUGÜN', 3), share('SONRA', 1)] })
  expect(silent.json().detail).toBe('“BUGÜN” için neden yazılmalıdır: SKT teslimattan sonra geçti')
  requireSuccess(await pick({ lots: [share('BUGÜN', 3), share('SONRA', 1)], reason: REASON }))
  await setStatus('tamamlandi')
  expect(await lots()).toEqual([
    ['BUGÜN', 3],
    ['SONRA', 1],
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('of an expired lot an order keeps at most what it had without a reason', async () => {
  const order = await preparedOrder('2026-03-10')
  const { nextMorning, share } = order
  const { pick } = actions(order, await nextMorning())
  requireSuccess(await pick({ lots: [share('BUGÜN', 3), share('SONRA', 1)] }))
  expect((await pick({ lots: [share('BUGÜN', 4)] })).json().errors).toMatchObject([{ field: 'reason' }])
})

test.each(['2026-03-10', '2026-08-01'])(
  'an order keeps a lot with SKT %s that is recalled after its delivery day, so that the recall reaches its customer',
  async expires_on => {
    const order = await preparedOrder('2026-03-10', { ...LAST_DAY, expires_on })
    const { world, id, nextMorning, share, idOf } = order
    const admin = await nextMorning()
    const { line, lots, pick, setStatus } = actions(order, admin)
    requireSuccess(await pick({ lots: [share('BUGÜN', 3), share('SONRA', 1)], reason: REASON }))
    const lot_id = idOf('BUGÜN')
    requireSuccess(await world.post(`/admin/lots/${lot_id}/block`, admin, { reason: 'Geri çağırma' }))
    const kept = [
      ['BUGÜN', 3],
      ['SONRA', 1],
    ]
    expect(await lots()).toEqual(kept)
    expect((await line()).lots[0]).toMatchObject({ code: 'BUGÜN', block_reason: 'Geri çağırma' })
    // It gets no more of it.
    expect((await pick({ lots: [share('BUGÜN', 4)], reason: REASON })).json().code).toBe('lot_unusable')
    requireSuccess(await pick({ lots: [share('BUGÜN', 3)] }))
    requireSuccess(await pick({ lots: [share('BUGÜN', 3), share('SONRA', 1)] }))
    const recall = async () => (await world.get(`/admin/recalls?lot_id=${lot_id}`, admin)).json()
    expect((await recall()).orders).toMatchObject([{ order_id: id, is_open: false, left_on: '2026-03-10' }])
    const told = await world.post('/admin/recalls/letters', admin, { lot_id, text: 'Kullanmayın' })
    expect(told.json().told).toBe(1)
    const { body } = await world.db
      .selectFrom('notifications')
      .select('body')
      .where('kind', '=', 'recall')
      .executeTakeFirstOrThrow()
    expect(body).toContain(`Sipariş ${orderNumber(id)} (teslim günü 10.03.2026)`)
    await setStatus('tamamlandi')
    expect((await recall()).orders).toMatchObject([
      { order_id: id, quantity: 3, is_open: false, told_at: expect.any(String) },
    ])
    expect(await world.ledgerDisagreements()).toEqual([])
  },
)

test('an order loses a blocked lot that it has got only after its delivery day, as that cannot have left then', async () => {
  const order = await preparedOrder('2026-03-10', { ...LAST_DAY, expires_on: '2026-08-01' })
  const { world, product_id, nextMorning, share, idOf } = order
  const admin = await nextMorning()
  const { line, lots, pick, setStatus } = actions(order, admin)
  const block = async (id: string) =>
    requireSuccess(await world.post(`/admin/lots/${id}/block`, admin, { reason: 'Geri çağırma' }))
  // Prepared again: the recall names it as not delivered.
  await setStatus('beklemede')
  await setStatus('hazirlaniyor')
  expect(await lots()).toEqual([['BUGÜN', 4]])
  const recalled = await world.get(`/admin/recalls?lot_id=${idOf('BUGÜN')}`, admin)
  expect(recalled.json().orders[0]).toMatchObject({ is_open: true })
  expect(recalled.json().orders[0].left_on).toBe(undefined)
  await block(idOf('BUGÜN'))
  expect(await lots()).toEqual([['SONRA', 4]])
  // Lots that it gets instead, or that are received since.
  await block(idOf('SONRA'))
  expect(await lots()).toEqual([])
  const lot = { code: 'YENİ', expires_on: '2026-07-01' }
  const item = { product_id, quantity: 4, lot }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items: [item] }))
  expect(await lots()).toEqual([['YENİ', 4]])
  // A picker who gives a reason says that they have left.
  requireSuccess(await world.post(`/admin/lots/${idOf('SONRA')}/release`, admin, { reason: 'Temiz' }))
  requireSuccess(await pick({ lots: [share('SONRA', 4)], reason: REASON }))
  await block(idOf('SONRA'))
  expect((await line()).lots).toMatchObject([{ code: 'SONRA', block_reason: 'Geri çağırma' }])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an order that was prepared late keeps a lot that is blocked on a later day, and a recall names it', async () => {
  const order = await preparedOrder('2026-03-10', { ...LAST_DAY, expires_on: '2026-08-01' })
  const { world, nextMorning, idOf } = order
  const late = actions(order, await nextMorning())
  await late.setStatus('beklemede')
  await late.setStatus('hazirlaniyor')
  world.pass(24 * 60 * 60 * 1000)
  const admin = await world.admin('Can')
  const recalled = await world.get(`/admin/recalls?lot_id=${idOf('BUGÜN')}`, admin)
  expect(recalled.json().orders[0]).toMatchObject({ is_open: false, left_on: '2026-03-10' })
  requireSuccess(await world.post(`/admin/lots/${idOf('BUGÜN')}/block`, admin, { reason: 'Geri çağırma' }))
  expect(await actions(order, admin).lots()).toEqual([['BUGÜN', 4]])
})

test('an order keeps all that it has of a lot of which it had some on its delivery day', async () => {
  const order = await preparedOrder('2026-03-10', { ...LAST_DAY, expires_on: '2026-08-01' })
  const { world, nextMorning, share, idOf } = order
  const today = actions(order, await world.admin('Veli'))
  requireSuccess(await today.pick({ lots: [share('BUGÜN', 1), share('SONRA', 3)], reason: REASON }))
  const admin = await nextMorning()
  const { lots, pick } = actions(order, admin)
  requireSuccess(await pick({ lots: [share('BUGÜN', 4)] }))
  requireSuccess(await world.post(`/admin/lots/${idOf('BUGÜN')}/block`, admin, { reason: 'Geri çağırma' }))
  expect(await lots()).toEqual([['BUGÜN', 4]])
})

test('an order whose delivery day is not over loses a lot that an admin blocks, and cannot get it afterwards', async () => {
  for (const delivery_date of ['2026-03-10', null]) {
    const order = await preparedOrder(delivery_date)
    const { world, nextMorning, share, idOf } = order
    const today = await world.admin('Veli')
    requireSuccess(await world.post(`/admin/lots/${idOf('BUGÜN')}/block`, today, { reason: 'Küf' }))
    const { lots, pick } = actions(order, await nextMorning())
    expect(await lots()).toEqual([['SONRA', 4]])
    expect((await pick({ lots: [share('BUGÜN', 3)], reason: REASON })).json().code).toBe('lot_unusable')
  }
})
