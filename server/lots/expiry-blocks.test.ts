import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { requireSuccess } from '../testing/callers.ts'
import { sentDuring } from '../testing/query-plans.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { blockExpired } from './expiry-blocks.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

const HOUR = 60 * 60_000
const LAST_DAY = { code: 'BUGÜN', expires_on: '2026-03-10' }
const LATER = { code: 'SONRA', expires_on: '2026-09-01' }
const BEST_BEFORE = { code: 'TAVSİYE', expires_on: '2026-03-10', expiry_kind: 'tett' }

/** A product with these lots; `block` runs the job concurrently, as several processes do. */
async function makeStock(...lots: [quantity: number, lot: object][]) {
  const world = await makeWorld()
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const admin = await world.admin('Ayşe')
  const customer = await world.customer()
  const items = lots.map(([quantity, lot]) => ({ product_id, quantity, lot }))
  const receive = (lines: object[]) => world.post('/admin/stock/receipts', admin, { items: lines })
  requireSuccess(await receive(items))
  const failures: unknown[] = []
  const log = { error: (error: unknown) => void failures.push(error) }
  const other = connect(world.database, { connections: 2 })
  onTestFinished(() => other.destroy())
  const block = async () => {
    await Promise.all([world.db, world.db, other].map(db => blockExpired({ db, log }, world.now())))
    expect(failures).toEqual([])
  }
  const stored = (code: string) =>
    world.db.selectFrom('lots').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  return { world, product_id, admin, customer, receive, block, stored }
}

test('after its last day a lot is blocked once, also by concurrent processes, and recorded without an admin', async () => {
  const { world, product_id, customer, block, stored } = await makeStock([6, LAST_DAY], [4, LATER])
  await block()
  expect((await stored('BUGÜN')).blocked_at).toBe(null)
  // Five minutes after midnight in Istanbul.
  world.pass(14 * HOUR + 5 * 60_000)
  await block()
  await block()
  expect(await stored('BUGÜN')).toMatchObject({ block_reason: 'Tarihi geçti', blocked_by_admin_name: null, on_hand: 6 })
  expect((await stored('SONRA')).blocked_at).toBe(null)
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 6 })
  const order = (quantity: number) => world.post('/orders', customer, { items: [{ product_id, quantity }] })
  expect((await order(5)).json().code).toBe('insufficient_stock')
  requireSuccess(await order(4))
  const today = await world.admin('Ali')
  const { id } = await stored('BUGÜN')
  const movements = (await world.get(`/admin/lots/movements?lot_id=${id}`, today)).json()
  expect(movements).toMatchObject([
    { reason: 'lot_blocked', note: 'Tarihi geçti', actor_name: null, on_hand_change: 0 },
    { reason: 'receipt' },
  ])
  expect((await world.get('/admin/audit?entity=lot', today)).json()).toMatchObject([
    {
      action: 'blocked',
      actor_name: null,
      entity_name: 'BUGÜN · Ezine',
      after: { product_name: 'Ezine', code: 'BUGÜN', expires_on: '2026-03-10', quantity: 6, reason: 'Tarihi geçti' },
    },
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('orders that would get an expired lot get others, and the quantity that they lack is oversold', async () => {
  const { world, product_id, admin, customer, block } = await makeStock([6, LAST_DAY], [4, LATER])
  const { id } = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 7 }] })).json()
  requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' }))
  world.pass(15 * HOUR)
  await block()
  const picked = await world.db.selectFrom('lots').select(['code', 'picked']).where('picked', '>', 0).execute()
  expect(picked).toEqual([{ code: 'SONRA', picked: 4 }])
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 13 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot that an admin has released past its date is not blocked again, and one past its best-before date never is', async () => {
  const { world, product_id, block, stored } = await makeStock([6, LAST_DAY], [4, BEST_BEFORE])
  world.pass(15 * HOUR)
  await block()
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 6 })
  const today = await world.admin('Ali')
  const { id } = await stored('BUGÜN')
  const change = (what: string) => world.post(`/admin/lots/${id}/${what}`, today, { reason: 'Laboratuvar onayı' })
  requireSuccess(await change('release'))
  await block()
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 0 })
  // Goods of it that are received later are not blocked either.
  requireSuccess(await world.post('/admin/stock/receipts', today, { product_id, quantity: 2, lot: LAST_DAY }))
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 0 })
  requireSuccess(await change('block'))
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 8 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an admin can block a lot that the portal has blocked, alone or with connected ones, and it stays blocked as TETT', async () => {
  const { world, product_id, receive, block, stored } = await makeStock([6, LAST_DAY], [4, LATER])
  await receive([{ product_id, quantity: 3, lot: { ...LAST_DAY, code: 'ÖTEKİ' } }])
  world.pass(15 * HOUR)
  await block()
  const [today, other] = [await world.admin('Ali'), await world.admin('Zeynep')]
  const [first, second] = [await stored('BUGÜN'), await stored('ÖTEKİ')]
  await world.db.insertInto('lot_origins').values({ lot_id: second.id, from_lot_id: first.id }).execute()
  const change = (user: TestUser, what: string, reason: string) =>
    world.post(`/admin/lots/${first.id}/${what}`, user, { reason, with_connected: true })
  const recalled = requireSuccess(await change(today, 'block', 'Geri çağırma')).json().lot
  expect(recalled).toMatchObject({ blocked_by_admin_name: 'Ali', block_reason: 'Geri çağırma', on_hand: 6 })
  expect(await stored('ÖTEKİ')).toMatchObject({ blocked_by_admin_name: 'Ali', block_reason: 'Geri çağırma' })
  expect((await change(other, 'block', 'Küf')).json().code).toBe('lot_blocked')
  expect(await world.figures(product_id)).toEqual({ on_hand: 13, reserved: 9 })
  const movements = (await world.get(`/admin/lots/movements?lot_id=${first.id}`, today)).json()
  expect(movements.map(({ note }: { note: string | null }) => note)).toEqual(['Geri çağırma', 'Tarihi geçti', null])
  expect(await world.ledgerDisagreements()).toEqual([])
  // Its expiry turns out to be a best-before date, for which the portal would release only its own blocks.
  const emptied = { quantity: 6, reason: 'İmha', unit: 'ADET' }
  requireSuccess(await world.post(`/admin/lots/${first.id}/write-off`, today, emptied))
  const tett = { ...LAST_DAY, expiry_kind: 'tett' }
  requireSuccess(await world.post('/admin/stock/receipts', today, { product_id, quantity: 2, lot: tett }))
  expect(await stored('BUGÜN')).toMatchObject({ expiry_kind: 'tett', block_reason: 'Geri çağırma', on_hand: 2 })
  requireSuccess(await change(today, 'release', 'Analiz temiz'))
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('lots of a deleted product are not looked at again every five minutes', async () => {
  const { world, product_id, admin, stored } = await makeStock([6, LAST_DAY])
  requireSuccess(await world.request('DELETE', `/admin/products/${product_id}`, admin))
  expect((await stored('BUGÜN')).on_hand).toBe(6)
  world.pass(15 * HOUR)
  const log = { error: (error: unknown) => expect(error).toBe(undefined) }
  const sent = await sentDuring(() => blockExpired({ db: world.db, log }, world.now()))
  expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^select .* from "lots"/)])
})

test('goods that are received past their use-by date are blocked immediately', async () => {
  const { world, product_id, customer, receive, stored } = await makeStock([4, LATER])
  requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] }))
  const old = { code: 'ESKİ', expires_on: '2026-03-09' }
  requireSuccess(
    await receive([
      { product_id, quantity: 3, lot: old },
      { product_id, quantity: 2, lot: { ...old, code: 'ESKİ TETT', expiry_kind: 'tett' } },
    ]),
  )
  expect(await stored('ESKİ')).toMatchObject({ block_reason: 'Tarihi geçti', blocked_by_admin_name: null, on_hand: 3 })
  expect(await world.figures(product_id)).toEqual({ on_hand: 9, reserved: 7 })
  requireSuccess(await receive([{ product_id, quantity: 1, lot: old }]))
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 8 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a lot that was blocked with a mistyped SKT is released when its goods are booked again with their TETT', async () => {
  const { world, product_id, admin, receive, stored } = await makeStock([4, LATER])
  const [mistyped, stopped] = ['ESKİ', 'ŞİKÂYET'].map(code => ({ code, expires_on: '2026-03-09' }))
  const goods = (kind: string) =>
    [mistyped, stopped].map(lot => ({ product_id, quantity: 3, lot: { ...lot, expiry_kind: kind } }))
  const { id } = requireSuccess(await receive(goods('skt'))).json()
  // An admin has blocked this one for another reason.
  const other = (await stored('ŞİKÂYET')).id
  requireSuccess(await world.post(`/admin/lots/${other}/release`, admin, { reason: 'Yanlış tarih türü' }))
  requireSuccess(await world.post(`/admin/lots/${other}/block`, admin, { reason: 'Şikâyet' }))
  requireSuccess(await world.post(`/admin/stock/receipts/${id}/reverse`, admin))
  requireSuccess(await receive(goods('tett')))
  expect(await stored('ESKİ')).toMatchObject({ expiry_kind: 'tett', blocked_at: null, block_reason: null, on_hand: 3 })
  expect(await stored('ŞİKÂYET')).toMatchObject({ expiry_kind: 'tett', block_reason: 'Şikâyet', on_hand: 3 })
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 3 })
  const movements = (await world.get(`/admin/lots/movements?lot_id=${(await stored('ESKİ')).id}`, admin)).json()
  expect(movements).toMatchObject([
    { reason: 'receipt' },
    { reason: 'lot_released', note: 'TETT olarak kaydedildi', actor_name: null },
    {},
    { reason: 'receipt' },
    { reason: 'lot_blocked' },
  ])
  expect((await world.get('/admin/audit?entity=lot', admin)).json()[0]).toMatchObject({
    action: 'released',
    actor_name: null,
    after: { product_name: 'Ezine', code: 'ESKİ', reason: 'TETT olarak kaydedildi' },
  })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods past their use-by date notify no customer who watches the product', async () => {
  const { world, product_id, customer, receive } = await makeStock([4, LATER])
  requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] }))
  requireSuccess(await world.post(`/products/${product_id}/watch`, customer))
  requireSuccess(await receive([{ product_id, quantity: 3, lot: { code: 'ESKİ', expires_on: '2026-03-09' } }]))
  expect((await world.get('/notifications', customer)).json()).toEqual([])
})

test('a receipt of expired goods also blocks an expired lot that the job has not yet blocked, and orders get others', async () => {
  const { world, product_id, admin, customer, stored } = await makeStock([6, LAST_DAY], [9, LATER])
  const { id } = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })).json()
  requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' }))
  expect((await stored('BUGÜN')).picked).toBe(5)
  // A minute after midnight in Istanbul.
  world.pass(14 * HOUR + 60_000)
  const night = await world.admin('Ali')
  const old = { code: 'ESKİ', expires_on: '2026-03-09' }
  requireSuccess(await world.post('/admin/stock/receipts', night, { product_id, quantity: 1, lot: old }))
  expect((await stored('BUGÜN')).blocked_at).not.toBe(null)
  expect([(await stored('BUGÜN')).picked, (await stored('SONRA')).picked]).toEqual([0, 5])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a transfer moves no expired goods that the job has not yet blocked: it blocks them, and orders get others', async () => {
  const { world, product_id, admin, customer, stored } = await makeStock([6, LAST_DAY], [9, LATER])
  const there = await world.product({ name: 'Ezine', warehouse: 'Gecici Depo', on_hand: 0 })
  requireSuccess(await world.post(`/products/${there}/watch`, customer))
  const { id } = requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })).json()
  requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' }))
  // A minute after midnight in Istanbul.
  world.pass(14 * HOUR + 60_000)
  const night = await world.admin('Ali')
  const transfer = (quantity: number, lot_id?: string) =>
    world.post('/admin/stock/transfers', night, { items: [{ product_id, quantity, lot_id }] })
  expect((await transfer(5)).json()).toMatchObject({
    code: 'transfer_too_much',
    detail: 'Ezine: en fazla 4 ADET aktarılabilir; ayrılanlar yerinde kalır',
  })
  const expired = await stored('BUGÜN')
  expect((await transfer(1, expired.id)).json().errors).toEqual([
    { field: 'items.0', message: 'Engellenen parti aktarılamaz' },
  ])
  expect([await world.figures(there), (await world.get('/notifications', customer)).json()]).toEqual([
    { on_hand: 0, reserved: 0 },
    [expect.objectContaining({ kind: 'order_status' })],
  ])
  requireSuccess(await transfer(4))
  expect(await world.figures(there)).toEqual({ on_hand: 4, reserved: 0 })
  const lots = world.db.selectFrom('lots').select(['product_id', 'code', 'on_hand', 'picked', 'block_reason'])
  expect(await lots.orderBy('code').orderBy('on_hand').execute()).toEqual([
    { product_id, code: 'BUGÜN', on_hand: 6, picked: 0, block_reason: 'Tarihi geçti' },
    { product_id: there, code: 'SONRA', on_hand: 4, picked: 0, block_reason: null },
    { product_id, code: 'SONRA', on_hand: 5, picked: 5, block_reason: null },
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods of a lot that an admin has released stay released when they are moved to the other warehouse', async () => {
  const { world, product_id, block, stored } = await makeStock([6, LAST_DAY])
  world.pass(15 * HOUR)
  await block()
  const today = await world.admin('Ali')
  const { id } = await stored('BUGÜN')
  requireSuccess(await world.post(`/admin/lots/${id}/release`, today, { reason: 'Laboratuvar onayı' }))
  const transfer = async (from: string, quantity: number) =>
    requireSuccess(
      await world.post('/admin/stock/transfers', today, { items: [{ product_id: from, quantity }] }),
    ).json().items[0]
  const { to_product_id } = await transfer(product_id, 4)
  await block()
  expect(await world.figures(to_product_id)).toEqual({ on_hand: 4, reserved: 0 })
  // Goods moved back to a lot that has been blocked since are blocked there.
  requireSuccess(await world.post(`/admin/lots/${id}/block`, today, { reason: 'Şikâyet' }))
  await transfer(to_product_id, 1)
  expect(await world.figures(product_id)).toEqual({ on_hand: 3, reserved: 3 })
})
