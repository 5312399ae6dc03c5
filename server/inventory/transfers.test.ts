import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { removeProducts } from '../catalogue/deletion.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockStock } from '../stock/ledger.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const transfer = (world: World, admin: TestUser, items: object[], key?: string) =>
  world.post('/admin/stock/transfers', admin, { items, notes: 'Kampanya' }, key ? { 'idempotency-key': key } : {})

const SPARE = 'Gecici Depo'

test('goods go to the product with their barcode in the other warehouse, with ledger rows on both sides', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [main, spare] = await world.products([
    { name: 'Ezine', barcode: '036000291452', on_hand: 10 },
    // The same barcode as a scanner reads it.
    { name: 'Ezine peyniri', barcode: '0036000291452', warehouse: SPARE, on_hand: 2 },
  ])
  const items = [2, 3].map(quantity => ({ product_id: main, quantity }))
  const replies = await Promise.all([transfer(world, admin, items, 'a'), transfer(world, admin, items, 'a')])
  expect(replies[0].json()).toEqual({
    message: 'Depolar arası aktarım kaydedildi',
    items: [
      {
        product_id: main,
        to_product_id: spare,
        product_name: 'Ezine',
        unit: 'ADET',
        quantity: 5,
        from: 'Ana Depo',
        to: SPARE,
        stock_quantity: 5,
        to_stock_quantity: 7,
        is_new: false,
        is_active: true,
      },
    ],
  })
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([201, replies[0].body]))
  for (const [id, on_hand_change, on_hand_after] of [
    [main, -5, 5],
    [spare, 5, 7],
  ]) {
    const [entry] = (await world.get(`/admin/stock/ledger?product_id=${id}`, admin)).json()
    const note = 'Ana Depo → Gecici Depo · Kampanya'
    expect(entry).toMatchObject({ reason: 'transfer', on_hand_change, on_hand_after, note, actor_name: 'Ayşe' })
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods without a product in the other warehouse become an inactive one there, only once', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [olives, tea] = await world.products([
    { name: 'Gemlik', brand: 'Ege', barcode: '8690000000017', on_hand: 10 },
    { name: 'Çay', brand: 'Rize', on_hand: 4 },
  ])
  const same = await world.product({ name: 'ÇAY', brand: 'rize', warehouse: SPARE, on_hand: 1 })
  const of = (...quantities: number[]) => quantities.map((quantity, i) => ({ product_id: [olives, tea][i], quantity }))
  const both = await Promise.all([transfer(world, admin, of(3, 1)), transfer(world, admin, of(4))])
  const created = both.flatMap(answer => answer.json().items).filter(item => item.product_id === olives)
  expect(created.map(({ is_new, is_active }) => [is_new, is_active]).sort()).toEqual([
    [false, false],
    [true, false],
  ])
  expect(new Set(created.map(({ to_product_id }) => to_product_id)).size).toBe(1)
  const { to_product_id } = created[0]
  expect((await world.get(`/admin/products/${to_product_id}`, admin)).json()).toMatchObject({
    name: 'Gemlik',
    brand: 'Ege',
    barcode: '8690000000017',
    warehouse: SPARE,
    is_active: false,
    stock_quantity: 7,
  })
  // Without a barcode, the same name, brand and unit mean the same goods.
  expect(await world.figures(same)).toEqual({ on_hand: 2, reserved: 0 })
  // And back.
  expect((await transfer(world, admin, [{ product_id: to_product_id, quantity: 7 }])).json().items).toMatchObject([
    { to_product_id: olives, from: SPARE, to: 'Ana Depo', to_stock_quantity: 10 },
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods of open orders stay, and a transfer with an invalid line moves nothing', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [cheese, olives, box] = await world.products([
    { name: 'Ezine', on_hand: 10, unit: 'KG' },
    { on_hand: 10 },
    { name: 'Sos', barcode: '111', on_hand: 9 },
  ])
  await world.product({ name: 'Sos', barcode: '111', warehouse: SPARE, unit: 'PAKET' })
  await world.post('/orders', customer, { items: [{ product_id: cheese!, quantity: 4 }] })
  const tooMuch = await transfer(world, admin, [
    { product_id: olives, quantity: 1 },
    { product_id: cheese, quantity: 7 },
  ])
  const message = 'Ezine: en fazla 6 KG aktarılabilir; ayrılanlar yerinde kalır'
  expect([tooMuch.status, tooMuch.json()]).toEqual([
    409,
    { code: 'transfer_too_much', detail: message, errors: [{ field: 'items.1', message }] },
  ])
  const unit = await transfer(world, admin, [{ product_id: box, quantity: 1 }])
  expect([unit.status, unit.json().detail]).toEqual([409, 'Sos Gecici Depo’da başka bir birimle kayıtlı'])
  const unknown = await transfer(world, admin, [{ product_id: randomUUID(), quantity: 1 }])
  expect([unknown.status, unknown.json().errors]).toEqual([400, [{ field: 'items.0', message: 'Ürün bulunamadı' }]])
  expect((await transfer(world, admin, [])).status).toBe(400)
  expect(await world.figures(olives!)).toEqual({ on_hand: 10, reserved: 0 })
  expect((await world.get(`/admin/products?warehouse=${encodeURIComponent(SPARE)}`, admin)).json()).toHaveLength(1)
  // Of an order and a concurrent transfer of the last pieces only one succeeds.
  const [order, moved] = await Promise.all([
    world.post('/orders', customer, { items: [{ product_id: olives!, quantity: 6 }] }),
    transfer(world, admin, [{ product_id: olives, quantity: 6 }]),
  ])
  expect([order.status, moved.status].sort()).toEqual([201, 409])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods without a lot are transferred first, then those of the lots that expire first, with their lots', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [from] = await world.products([{ name: 'Ezine', barcode: '8690000000017', lot_tracking: 'asked', on_hand: 2 }])
  const items = [
    { product_id: from, quantity: 3, lot: { code: 'GEÇ', expires_on: '2026-09-01' } },
    { product_id: from, quantity: 3, lot: { code: 'ERKEN', expires_on: '2026-06-01' } },
  ]
  await world.post('/admin/stock/receipts', admin, { items })
  const send = async (quantity: number) =>
    (await world.post('/admin/stock/transfers', admin, { items: [{ product_id: from, quantity }] })).json().items[0]
  const { to_product_id } = await send(6)
  const lots = async (product_id: string | undefined) =>
    (await world.get(`/admin/lots?product_id=${product_id}`, admin))
      .json()
      .map(
        (lot: { code: string; on_hand: number; expires_on: string }) => `${lot.code} ${lot.expires_on} ${lot.on_hand}`,
      )
  expect([await lots(from), await lots(to_product_id)]).toEqual([
    ['GEÇ 2026-09-01 2'],
    ['ERKEN 2026-06-01 3', 'GEÇ 2026-09-01 1'],
  ])
  await send(2)
  expect(await lots(to_product_id)).toEqual(['ERKEN 2026-06-01 3', 'GEÇ 2026-09-01 3'])
  expect(await world.figures(to_product_id)).toEqual({ on_hand: 8, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a transfer may name a lot, up to its free quantity, but none that is blocked or of another product', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [from, other] = await world.products([
    { name: 'Ezine', lot_tracking: 'asked', on_hand: 5 },
    { name: 'Lor', lot_tracking: 'asked' },
  ])
  const items = [
    { product_id: from, quantity: 6, lot: { code: 'ERKEN', expires_on: '2026-06-01' } },
    { product_id: from, quantity: 6, lot: { code: 'GEÇ', expires_on: '2026-09-01' } },
    { product_id: from, quantity: 2, lot: { code: 'ŞÜPHELİ', expires_on: '2026-09-01' } },
    { product_id: other, quantity: 2, lot: { code: 'LOR', expires_on: '2026-09-01' } },
  ]
  await world.post('/admin/stock/receipts', admin, { items })
  type Row = { id: string; code: string; on_hand: number; product_id: string }
  const lots = async (): Promise<Row[]> => (await world.get('/admin/lots', admin)).json()
  const idOf = new Map((await lots()).map(({ id, code }) => [code, id]))
  await world.post(`/admin/lots/${idOf.get('ŞÜPHELİ')}/block`, admin, { reason: 'Küf' })
  const { id: order } = (
    await world.post('/orders', await world.customer(), { items: [{ product_id: from, quantity: 8 }] })
  ).json()
  await world.put(`/admin/orders/${order}/status`, admin, { status: 'hazirlaniyor' })
  const send = (quantity: number, code: string) =>
    transfer(world, admin, [{ product_id: from, quantity, lot_id: idOf.get(code) }])
  // The order has all of the first lot and 2 of the second.
  for (const [quantity, code, message] of [
    [1, 'ERKEN', 'Ezine · ERKEN: en fazla 0 ADET aktarılabilir; ayrılanlar yerinde kalır'],
    [5, 'GEÇ', 'Ezine · GEÇ: en fazla 4 ADET aktarılabilir; ayrılanlar yerinde kalır'],
    [1, 'ŞÜPHELİ', 'Engellenen parti aktarılamaz'],
    [1, 'LOR', 'Bu parti bu ürünün değil'],
  ] as const)
    expect((await send(quantity, code)).json().errors).toEqual([{ field: 'items.0', message }])
  const twice = [1, 2].map(quantity => ({ product_id: from, quantity, lot_id: idOf.get('GEÇ') }))
  const moved = (await transfer(world, admin, [...twice, { product_id: from, quantity: 1 }])).json().items[0]
  expect(moved).toMatchObject({ quantity: 4, stock_quantity: 15 })
  const now = (await lots()).map(({ code, on_hand, product_id }) => [code, product_id === from, on_hand])
  expect(now).toContainEqual(['GEÇ', true, 3])
  expect(now).toContainEqual(['GEÇ', false, 3])
  expect(now).toContainEqual(['ERKEN', true, 6])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods do not go to a lot that has goods with the other kind of expiry; one without goods gets their kind', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [main, spare] = await world.products([
    { name: 'Ezine', lot_tracking: 'asked', on_hand: 0 },
    { name: 'Ezine', warehouse: SPARE, lot_tracking: 'asked', on_hand: 0 },
  ])
  const receive = async (product_id: string | undefined, code: string, expiry_kind: string) => {
    const lot = { code, expires_on: '2026-06-01', expiry_kind }
    return (await world.post('/admin/stock/receipts', admin, { product_id, quantity: 3, lot })).json().id
  }
  for (const code of ['a7', 'B8']) await receive(main, code, 'skt')
  const mistyped = await receive(spare, 'A7', 'tett')
  const lots = () => world.db.selectFrom('lots').select(['id', 'code', 'expiry_kind', 'on_hand']).execute()
  const idOf = new Map((await lots()).map(({ id, code }) => [code, id]))
  const message =
    'Ezine · a7: burada SKT 01.06.2026, Gecici Depo içinde TETT 01.06.2026 olarak kayıtlı; başka bir parti seçin'
  const [a7, b8] = ['a7', 'B8'].map(code => ({ product_id: main, quantity: 1, lot_id: idOf.get(code) }))
  const named = await transfer(world, admin, [b8!, a7!])
  expect([named.status, named.json().errors]).toEqual([400, [{ field: 'items.1', message }]])
  const unnamed = await transfer(world, admin, [{ product_id: main, quantity: 6 }])
  expect([unnamed.status, unnamed.json().errors]).toEqual([400, [{ field: 'items.0', message }]])
  expect((await transfer(world, admin, [b8!])).status).toBe(201)
  await world.post(`/admin/stock/receipts/${mistyped}/reverse`, admin)
  expect((await transfer(world, admin, [a7!])).status).toBe(201)
  expect((await lots()).map(({ code, expiry_kind, on_hand }) => `${code} ${expiry_kind} ${on_hand}`).sort()).toEqual([
    'A7 skt 1',
    'B8 skt 1',
    'B8 skt 2',
    'a7 skt 2',
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('two products of one warehouse may go to the same one of the other, also in one transfer with its own goods', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const tracked = { lot_tracking: 'asked' } as const
  const [short, long, spare] = await world.products([
    { name: 'Ezine', barcode: '036000291452', on_hand: 10, ...tracked },
    { name: 'Ezine peyniri', barcode: '0036000291452', on_hand: 4 },
    { name: 'Ezine', barcode: '036000291452', warehouse: SPARE, on_hand: 2, ...tracked },
  ])
  const receipt = { product_id: short, quantity: 5, lot: { code: 'L1', expires_on: '2026-09-01' } }
  expect((await world.post('/admin/stock/receipts', admin, receipt)).status).toBe(201)
  const lots = world.db.selectFrom('lots').select('id').where('product_id', '=', short!)
  const { id: lot_id } = await lots.executeTakeFirstOrThrow()
  const moved = await transfer(world, admin, [
    { product_id: short, quantity: 3, lot_id },
    { product_id: long, quantity: 4 },
    { product_id: spare, quantity: 1 },
  ])
  expect([moved.status, await world.ledgerDisagreements()]).toEqual([201, []])
  expect(moved.json().items).toMatchObject([
    { to_product_id: spare, stock_quantity: 12, to_stock_quantity: 5 },
    { to_product_id: spare, stock_quantity: 0, to_stock_quantity: 9 },
    { to_product_id: short, stock_quantity: 8, to_stock_quantity: 13 },
  ])
  expect(await world.figures(spare!)).toEqual({ on_hand: 8, reserved: 0 })
  expect(await world.figures(short!)).toEqual({ on_hand: 13, reserved: 0 })
})

test('goods do not go to an offer that has been given their name', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [main, spare] = await world.products([
    { name: 'Lor', on_hand: 4 },
    { name: 'Lor peyniri', warehouse: SPARE, lot_tracking: 'asked', on_hand: 0 },
  ])
  await world.put('/admin/offers/settings', admin, { is_allowed: true })
  const receipt = { product_id: spare, quantity: 3, lot: { code: 'L1', expires_on: '2026-05-01' } }
  await world.post('/admin/stock/receipts', admin, receipt)
  const { id: lot } = await world.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  await world.post(`/admin/lots/${lot}/offer`, admin, { price: 1, quantity: 2 })
  const { product_id: offer } = await world.db.selectFrom('offers').select('product_id').executeTakeFirstOrThrow()
  expect((await world.put(`/admin/products/${offer}`, admin, { name: 'Lor' })).status).toBe(200)
  const moved = (await transfer(world, admin, [{ product_id: main, quantity: 1 }])).json().items[0]
  expect([moved.is_new, moved.to_product_id === offer]).toEqual([true, false])
  expect(await world.figures(offer)).toEqual({ on_hand: 2, reserved: 0 })
})

test('a quantity that was typed in another unit than the product has now is not transferred', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [cheese, sauce] = await world.products([
    { name: 'Ezine', on_hand: 10, unit: 'KG' },
    { name: 'Sos', on_hand: 10, unit: 'PAKET' },
  ])
  const lineOf = (product_id: string | undefined, unit: string) => ({ product_id, quantity: 2, unit })
  const refused = await transfer(world, admin, [lineOf(cheese, 'KG'), lineOf(sauce, 'ADET')])
  const message = 'Ürünün birimi artık PAKET; pencereyi kapatıp yeniden açın'
  expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'items.1.unit', message }]])
  expect(await world.figures(cheese!)).toEqual({ on_hand: 10, reserved: 0 })
  expect((await transfer(world, admin, [lineOf(cheese, 'KG'), lineOf(sauce, 'PAKET')])).status).toBe(201)
})

test('a transfer during which the product in the other warehouse is deleted can be repeated', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [main = '', spare = ''] = await world.products([{ name: 'Ezine' }, { name: 'Ezine', warehouse: SPARE }])
  const items = [{ product_id: main, quantity: 2 }]
  const { pending } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [spare])
    const sent = { pending: transfer(world, admin, items, 'a') }
    await untilConnectionsWaitForLock(world, 1)
    await removeProducts(tx, [spare], { actor: { ...admin.actor, role: 'admin' }, now: world.now() })
    return sent
  })
  const refused = await pending
  expect([refused.status, refused.json().code]).toEqual([503, 'not_ready'])
  const again = await transfer(world, admin, items, 'a')
  expect([again.status, again.json().items[0].is_new]).toEqual([201, true])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a transfer during which the unit of a product changes moves nothing, and is refused if it is repeated', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const barcode = '8690000000017'
  const [main = '', spare = ''] = await world.products([
    { name: 'Ezine', barcode, on_hand: 240 },
    { name: 'Ezine', barcode, warehouse: SPARE },
  ])
  const items = [{ product_id: main, quantity: 24 }]
  const { sent } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [spare])
    const change = world.put(`/admin/products/${spare}`, admin, { unit: 'PAKET', stock_quantity: 10 })
    await untilConnectionsWaitForLock(world, 1)
    const pending = transfer(world, admin, items, 'a')
    await untilConnectionsWaitForLock(world, 2)
    return { sent: Promise.all([change, pending]) }
  })
  const [changed, refused] = await sent
  expect([changed.status, refused.status, refused.json().code]).toEqual([200, 503, 'not_ready'])
  const again = await transfer(world, admin, items, 'a')
  expect([again.status, again.json().code]).toEqual([409, 'transfer_unit_differs'])
  expect(await world.figures(main)).toEqual({ on_hand: 240, reserved: 0 })
  expect(await world.figures(spare)).toEqual({ on_hand: 10, reserved: 0 })
})
