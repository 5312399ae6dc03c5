import { expect, test } from 'vitest'
import type { Lot } from '#contract/lots.ts'
import { kurus } from '#contract/money.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockStock } from '../stock/ledger.ts'
import { requireSuccess } from '../testing/callers.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026.

/** A warehouse with lots of one product: 6 of ERKEN, 4 of GEÇ, and 2 without a lot. */
async function makeStock() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const [product_id = ''] = await world.products([
    { name: 'Ezine', lot_tracking: 'asked', on_hand: 2, price: kurus(1050) },
  ])
  const items = [
    { product_id, quantity: 6, lot: { code: 'ERKEN', expires_on: '2026-03-20' } },
    { product_id, quantity: 4, lot: { code: 'GEÇ', expires_on: '2026-09-01', expiry_kind: 'tett' } },
  ]
  requireSuccess(await world.post('/admin/stock/receipts', admin, { supplier: 'Yörük Gıda', items }))
  const lots = async (query = '') => (await world.get(`/admin/lots${query}`, admin)).json()
  const [early, late]: { id: string }[] = await lots()
  const change = (id: string, what: string, body: object, key?: string) =>
    world.post(`/admin/lots/${id}/${what}`, admin, body, key ? { 'idempotency-key': key } : {})
  const order = (quantity: number) => world.post('/orders', customer, { items: [{ product_id, quantity }] })
  return { world, admin, customer, product_id, early: early!.id, late: late!.id, lots, change, order }
}

test('a blocked lot is not sold until it is released; an order for it gets insufficient_stock', async () => {
  const { world, admin, product_id, early, change, order } = await makeStock()
  const blocked = await change(early, 'block', { reason: ' Küf şikâyeti ' })
  expect([blocked.status, blocked.json()]).toMatchObject([
    200,
    {
      message: 'Parti engellendi',
      lot: { code: 'ERKEN', on_hand: 6, block_reason: 'Küf şikâyeti', blocked_by_admin_name: 'Ayşe' },
    },
  ])
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 6 })
  const refused = await order(7)
  expect([refused.status, refused.json().code]).toEqual([409, 'insufficient_stock'])
  requireSuccess(await order(6))
  // Received goods of a blocked lot are also blocked.
  const lot = { code: 'ERKEN', expires_on: '2026-03-20' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 3, lot }))
  expect(await world.figures(product_id)).toEqual({ on_hand: 15, reserved: 15 })
  const released = await change(early, 'release', { reason: 'Analiz temiz' })
  expect([released.status, released.json().lot.blocked_at, released.json().lot.block_reason]).toEqual([200, null, null])
  expect(await world.figures(product_id)).toEqual({ on_hand: 15, reserved: 6 })
  requireSuccess(await order(9))
  const rows = (await world.get(`/admin/lots/movements?lot_id=${early}`, admin)).json()
  expect(rows.map((row: { reason: string; note: string }) => `${row.reason} ${row.note}`)).toEqual([
    'lot_released Analiz temiz',
    'receipt null',
    'lot_blocked Küf şikâyeti',
    'receipt Yörük Gıda',
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('of two admins who block or release a lot concurrently one succeeds, and a repeated request gets the first reply', async () => {
  const { world, product_id, early, change } = await makeStock()
  const both = (what: string) =>
    Promise.all([change(early, what, { reason: 'Bir' }), change(early, what, { reason: 'İki' })])
  const codesOf = (replies: Awaited<ReturnType<typeof both>>) => replies.map(one => one.json().code ?? 'ok').sort()
  expect(codesOf(await both('block'))).toEqual(['lot_blocked', 'ok'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 6 })
  expect(codesOf(await both('release'))).toEqual(['lot_not_blocked', 'ok'])
  const repeated = [
    await change(early, 'block', { reason: 'Üç' }, 'k'),
    await change(early, 'block', { reason: 'Üç' }, 'k'),
  ]
  expect(repeated.map(one => one.status)).toEqual([200, 200])
  expect(repeated[1]!.json()).toEqual(repeated[0]!.json())
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 6 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('blocking needs a reason; a lot whose product was deleted is unknown', async () => {
  const { world, admin, product_id, early, change } = await makeStock()
  for (const what of ['block', 'release']) {
    const refused = await change(early, what, { reason: ' ' })
    expect([refused.status, refused.json().errors]).toEqual([400, [{ field: 'reason', message: 'Neden yazın' }]])
  }
  expect((await change(early, 'block', { reason: 'x'.repeat(201) })).status).toBe(400)
  requireSuccess(await world.request('DELETE', `/admin/products/${product_id}`, admin))
  expect((await change(early, 'block', { reason: 'Bir' })).status).toBe(404)
})

test('releasing a lot notifies the customers who wait for its product; goods received of a blocked lot do not', async () => {
  const { world, admin, customer, product_id, early, late, change, order } = await makeStock()
  await change(early, 'block', { reason: 'Bir' })
  await change(late, 'block', { reason: 'Bir' })
  requireSuccess(await order(2))
  requireSuccess(await world.post(`/products/${product_id}/watch`, customer))
  const received = async () => (await world.get('/notifications', customer)).json()
  const lot = { code: 'GEÇ', expires_on: '2026-09-01' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 3, lot }))
  expect(await received()).toEqual([])
  requireSuccess(await change(late, 'release', { reason: 'Temiz' }))
  expect((await received()).map((one: { title: string }) => one.title)).toEqual(['Haber istediğiniz ürün geldi: Ezine'])
})

test('goods are written off the named lot, up to its quantity on hand', async () => {
  const { world, product_id, early, late, change } = await makeStock()
  const write = (id: string, quantity: number) => change(id, 'write-off', { quantity, reason: 'Tarihi geçti' })
  const tooMuch = await write(early, 7)
  expect([tooMuch.status, tooMuch.json().detail]).toEqual([409, 'Bu partiden elde 6 var; daha fazlası imha edilemez'])
  expect((await write(early, 0)).status).toBe(400)
  expect((await change(early, 'write-off', { quantity: 1 })).status).toBe(400)
  // Two concurrent write-offs, of which only one is possible.
  const codes = (await Promise.all([write(early, 4), write(early, 4)])).map(one => one.json().code ?? 'ok').sort()
  expect(codes).toEqual(['lot_too_little', 'ok'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 8, reserved: 0 })
  // Goods written off a blocked lot are no longer reserved.
  await change(late, 'block', { reason: 'Bir' })
  expect((await write(late, 3)).json()).toMatchObject({ message: 'İmha kaydedildi', lot: { on_hand: 1 } })
  expect(await world.figures(product_id)).toEqual({ on_hand: 5, reserved: 1 })
  await write(late, 1)
  expect((await write(late, 1)).json().detail).toBe('Bu partiden elde mal kalmadı')
  expect(await world.figures(product_id)).toEqual({ on_hand: 4, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a quantity that was typed in another unit is neither written off nor the new one of a lot', async () => {
  const { world, admin, product_id, early, change } = await makeStock()
  const inPieces = { quantity: 3, reason: 'Kırık', unit: 'ADET' }
  const { sent } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [product_id])
    const changed = world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
    await untilConnectionsWaitForLock(world, 1)
    const writtenOff = change(early, 'write-off', inPieces)
    await untilConnectionsWaitForLock(world, 2)
    return { sent: Promise.all([changed, writtenOff]) }
  })
  const [, writtenOff] = await sent
  const corrected = await world.put(`/admin/lots/${early}/quantity`, admin, { ...inPieces, old_quantity: 6 })
  const message = 'Ürünün birimi artık PAKET; pencereyi kapatıp yeniden açın'
  for (const { status, body } of [writtenOff, corrected])
    expect([status, JSON.parse(body)]).toMatchObject([400, { errors: [{ field: 'unit', message }] }])
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 0 })
  expect((await change(early, 'write-off', { ...inPieces, unit: 'PAKET' })).status).toBe(200)
})

test('orders that would get a lot get another one when it is blocked, or when all of it is written off', async () => {
  const { world, admin, early, late, change, order } = await makeStock()
  const { id } = requireSuccess(await order(3)).json()
  requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' }))
  const picked = () =>
    world.db.selectFrom('lots').select(['code', 'picked']).where('picked', '>', 0).orderBy('code').execute()
  expect(await picked()).toEqual([{ code: 'ERKEN', picked: 3 }])
  requireSuccess(await change(early, 'write-off', { quantity: 2, reason: 'Ezik' }))
  expect(await picked()).toEqual([{ code: 'ERKEN', picked: 3 }])
  requireSuccess(await change(early, 'write-off', { quantity: 4, reason: 'Tarihi geçti' }))
  expect(await picked()).toEqual([{ code: 'GEÇ', picked: 3 }])
  requireSuccess(await change(late, 'block', { reason: 'Şikâyet' }))
  expect(await picked()).toEqual([])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the report lists what was written off in a period, also of a product that has been deleted since', async () => {
  const { world, product_id, early, late, change } = await makeStock()
  requireSuccess(await change(early, 'write-off', { quantity: 2, reason: 'Ezik' }))
  world.pass(24 * 60 * 60_000)
  const next = await world.admin('Ali')
  requireSuccess(await world.post(`/admin/lots/${late}/write-off`, next, { quantity: 1, reason: 'Tarihi geçti' }))
  const report = async (query = '') => (await world.get(`/admin/lots/write-offs${query}`, next)).json()
  expect(await report()).toMatchObject([
    { code: 'GEÇ', quantity: 1, reason: 'Tarihi geçti', value: 10.5 },
    {
      created_at: '2026-03-10T07:00:00.000Z',
      product_name: 'Ezine',
      code: 'ERKEN',
      expires_on: '2026-03-20',
      quantity: 2,
      value: 21,
      reason: 'Ezik',
      actor_name: 'Ayşe',
    },
  ])
  expect(await report('?from=2026-03-10&to=2026-03-10')).toMatchObject([{ code: 'ERKEN' }])
  expect(await report('?from=2026-03-12')).toEqual([])
  expect((await world.get('/admin/lots/write-offs/figures?from=2026-03-10', next)).json()).toEqual({
    count: 2,
    value: 31.5,
    count_without_value: 0,
  })
  const { bytes, name } = await download(world, next, '/admin/lots/write-offs/excel?to=2026-03-10')
  expect(name).toBe('imhalar-2026-03-11.xlsx')
  const [, row] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(row?.slice(1, 12)).toMatchObject([
    'Ezine',
    ...row!.slice(2, 4),
    'ERKEN',
    row![5],
    'Son tüketim tarihi',
    2,
    row![8],
    21,
    'Ezik',
    'Ayşe',
  ])
  requireSuccess(await world.request('DELETE', `/admin/products/${product_id}`, next))
  expect(await report()).toMatchObject([
    { product_name: 'Ezine', value: null },
    { product_name: 'Ezine', value: null },
  ])
  const figures = await world.get('/admin/lots/write-offs/figures', next)
  expect(figures.json()).toEqual({ count: 2, value: 0, count_without_value: 2 })
})

test('changes of a lot are recorded in the audit trail, and found by its code and by its product', async () => {
  const { world, admin, early, change } = await makeStock()
  await change(early, 'block', { reason: 'Küf' })
  await change(early, 'write-off', { quantity: 2, reason: 'İmha' })
  await change(early, 'release', { reason: 'Kalanı temiz' })
  const found = async (name: string) => (await world.get(`/admin/audit?entity=lot&name=${name}`, admin)).json()
  const about = { product_name: 'Ezine', code: 'ERKEN', expires_on: '2026-03-20' }
  const entry = { entity_name: 'ERKEN · Ezine', actor_name: 'Ayşe', before: null }
  const expected = [
    { ...entry, action: 'released', after: { ...about, quantity: 4, reason: 'Kalanı temiz' } },
    { ...entry, action: 'written_off', after: { ...about, quantity: 2, reason: 'İmha' } },
    { ...entry, action: 'blocked', after: { ...about, quantity: 6, reason: 'Küf' } },
  ]
  expect(await found('erken')).toMatchObject(expected)
  expect(await found('ezine')).toMatchObject(expected)
  expect(await found('zeytin')).toEqual([])
})

test('the lots with a code are found among all that contain it', async () => {
  const { world, admin, product_id } = await makeStock()
  const receive = async (code: string, expires_on: string) => {
    const lot = { code, expires_on, expiry_kind: 'tett' }
    requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1, lot }))
  }
  await receive('L1', '2026-12-01')
  await receive('L10', '2026-06-01')
  await receive('l1', '2026-12-31')
  const codes = async (query: string) =>
    (await world.get(`/admin/lots?product_id=${product_id}&state=all&${query}`, admin))
      .json()
      .map(({ code, expires_on }: Lot) => [code, expires_on])
  expect(await codes('code=l1')).toEqual([
    ['L1', '2026-12-01'],
    ['l1', '2026-12-31'],
  ])
  expect(await codes('code=L')).toEqual([])
  expect(await codes('search=l1')).toHaveLength(3)
})

test('lots are paged by expiry, the earliest first and those without one last', async () => {
  const { world, admin, product_id } = await makeStock()
  for (const lot of [{ code: 'TARİHSİZ' }, { code: 'SON', expires_on: '2199-12-31', expiry_kind: 'tett' }])
    requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1, lot }))
  const paged: string[] = []
  let path: string | undefined = '/admin/lots?limit=1'
  while (path !== undefined) {
    const { headers, json }: Awaited<ReturnType<typeof world.get>> = requireSuccess(await world.get(path, admin))
    paged.push(...json().map(({ code }: Lot) => code))
    path = /<\/api(.+)>/.exec(String(headers.link))?.[1]
  }
  expect(paged).toEqual(['ERKEN', 'GEÇ', 'SON', 'TARİHSİZ'])
  for (const day of ['0000-01-01', '2026-02-30', 'SON']) {
    const cursor = Buffer.from(JSON.stringify([day, product_id])).toString('base64url')
    const refused = await world.get(`/admin/lots?limit=1&cursor=${cursor}`, admin)
    expect([refused.status, refused.json().detail]).toEqual([400, 'cursor geçersiz'])
  }
})

test('the figures and the workbook cover the same lots as the list', async () => {
  const { world, admin, product_id, late, change } = await makeStock()
  const gone = { code: 'ESKİ', expires_on: '2026-03-09', expiry_kind: 'tett' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1, lot: gone }))
  await change(late, 'block', { reason: 'Bir' })
  const figures = async (query = '') => (await world.get(`/admin/lots/figures${query}`, admin)).json()
  const states = { on_hand_count: 3, expired_count: 1, blocked_count: 1, is_any: true }
  expect(await figures()).toEqual({ count: 3, value: 115.5, ...states })
  expect(await figures('?state=expired')).toEqual({ count: 1, value: 10.5, ...states })
  expect(await figures('?expires_until=2026-03-20')).toEqual({
    ...states,
    count: 2,
    value: 73.5,
    on_hand_count: 2,
    blocked_count: 0,
  })
  const { bytes, name } = await download(world, admin, '/admin/lots/excel?state=blocked')
  expect(name).toBe('partiler-2026-03-10.xlsx')
  const rows = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(rows).toHaveLength(2)
  const head = rows[0] ?? []
  const cell = (heading: string) => rows[1]?.[head.indexOf(heading)]
  expect(['Parti', 'SKT', 'Kalan Gün', 'Stok'].map(cell)).toEqual(['GEÇ', null, 175, 4])
  expect(cell('TETT')).toBeInstanceOf(Date)
  expect(rows[1]).toContain('Yörük Gıda')
  const empty = await makeWorld()
  expect((await empty.get('/admin/lots/figures', await empty.admin())).json()).toMatchObject({
    count: 0,
    value: 0,
    is_any: false,
  })
})

test('the workbook names the admin who blocked a lot, or the portal', async () => {
  const { world, admin, product_id, late, change } = await makeStock()
  await change(late, 'block', { reason: 'Bir' })
  const expired = { code: 'ESKİ', expires_on: '2026-03-09' }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1, lot: expired }))
  const { bytes } = await download(world, admin, '/admin/lots/excel')
  const [head = [], ...rows] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  const [lot, blockedBy] = [head.indexOf('Parti'), head.indexOf('Engelleyen')]
  expect(rows.map(row => [row[lot], row[blockedBy] ?? null])).toEqual([
    ['ESKİ', 'Sistem'],
    ['ERKEN', null],
    ['GEÇ', 'Ayşe'],
  ])
})

test('lots are found by their codes in either case, also with Turkish letters or without their diacritics', async () => {
  const { world, admin, product_id, lots } = await makeStock()
  const items = ['ILIK-1', 'ESKİ 2'].map(code => ({ product_id, quantity: 1, lot: { code } }))
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  const found = async (search: string) =>
    (await lots(`?search=${encodeURIComponent(search)}`)).map(({ code }: { code: string }) => code)
  expect(await Promise.all(['GEÇ', 'geç', 'gec', 'ılık', 'ilik', 'eski 2', '_'].map(found))).toEqual([
    ['GEÇ'],
    ['GEÇ'],
    ['GEÇ'],
    ['ILIK-1'],
    ['ILIK-1'],
    ['ESKİ 2'],
    [],
  ])
})

test('a write-off keeps its unit, and has no value once the product has another one', async () => {
  const { world, admin, product_id, early, change } = await makeStock()
  requireSuccess(await change(early, 'write-off', { quantity: 2, reason: 'Ezik' }))
  world.pass(60_000)
  requireSuccess(await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET', price: 90 }))
  world.pass(60_000)
  requireSuccess(await change(early, 'write-off', { quantity: 1, reason: 'Ezik' }))
  world.pass(60_000)
  requireSuccess(await world.put(`/admin/products/${product_id}`, admin, { name: 'Tulum' }))
  expect((await world.get('/admin/lots/write-offs', admin)).json()).toMatchObject([
    { quantity: 1, unit: 'PAKET', value: 90 },
    { quantity: 2, unit: 'ADET', value: null },
  ])
  const figures = await world.get('/admin/lots/write-offs/figures', admin)
  expect(figures.json()).toEqual({ count: 2, value: 90, count_without_value: 1 })
  const { bytes } = await download(world, admin, '/admin/lots/write-offs/excel')
  const [, , second] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(second?.slice(7, 10)).toEqual([2, 'ADET', null])
})
