import sharp from 'sharp'
import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { kurus } from '#contract/money.ts'
import { PRODUCT_SORTS } from '#contract/product-query.ts'
import type { AdminProduct } from '#contract/products.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockStock } from '../stock/ledger.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const read = async (world: World, admin: TestUser, id: string): Promise<AdminProduct> =>
  (await world.get(`/admin/products/${id}`, admin)).json()

const ledger = async (world: World, admin: TestUser, id: string) =>
  (await world.get(`/admin/stock/ledger?product_id=${id}`, admin)).json()

test('only the sent fields change, and a search finds the product by its new values', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ name: 'Lor', brand: 'Dere', barcode: '111', description: 'taze' })
  const before = await read(world, admin, id)
  world.pass(60_000)
  const response = await world.put(`/admin/products/${id}`, admin, { name: ' Tulum ', price: 12.5, category: 'Sos' })
  const expected = { ...before, name: 'Tulum', price: 12.5, category: 'Sos', updated_at: world.now().toISOString() }
  expect([response.status, response.json()]).toEqual([200, { success: true, product: expected }])
  expect(await read(world, admin, id)).toEqual(expected)
  expect((await world.get('/products?search=TULUM', await world.customer())).json()).toHaveLength(1)
  expect((await world.get('/admin/products?search=lor', admin)).json()).toEqual([])
})

test('saving an unchanged form changes nothing, not even `updated_at`', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ brand: '', barcode: '111', vat_rate: 18 })
  const before = await read(world, admin, id)
  world.pass(60_000)
  const response = await world.put(`/admin/products/${id}`, admin, before)
  expect([response.status, response.json().product]).toEqual([200, before])
  expect(await ledger(world, admin, id)).toHaveLength(1)
})

test('stock changes by the difference, with actor, reason and note; reservations of orders stay', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const id = await world.product({ on_hand: 10 })
  await world.post('/orders', customer, { items: [{ product_id: id, quantity: 4 }] })
  const body = { stock_quantity: 7, stock_note: 'üç kutu kırıldı' }
  expect((await world.put(`/admin/products/${id}`, admin, body)).json().product).toMatchObject({
    stock_quantity: 7,
    reserved_quantity: 4,
    available_quantity: 3,
  })
  expect((await ledger(world, admin, id))[0]).toMatchObject({
    reason: 'edit',
    on_hand_change: -3,
    on_hand_after: 7,
    actor_name: 'Ayşe',
    note: 'üç kutu kırıldı',
  })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a form opened before a delivery does not overwrite its stock', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ on_hand: 3 })
  const { updated_at } = await read(world, admin, id)
  world.pass(1)
  await world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 20 })
  const late = await world.put(`/admin/products/${id}`, admin, { stock_quantity: 2, updated_at })
  expect([late.status, late.json()]).toEqual([
    409,
    { detail: 'Bu ürün siz bakarken değişti; lütfen güncel hâline bakıp yeniden deneyin', code: 'changed_meanwhile' },
  ])
  expect(await world.figures(id)).toEqual({ on_hand: 23, reserved: 0 })
  const { updated_at: today } = await read(world, admin, id)
  const response = await world.put(`/admin/products/${id}`, admin, { stock_quantity: 22, updated_at: today })
  expect(response.json().product.stock_quantity).toBe(22)
})

test('a change that is stored already does not conflict with itself and has no further effect', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ on_hand: 3 })
  const { updated_at } = await read(world, admin, id)
  const changes = [{ price: 91.25 }, { stock_quantity: 12, stock_note: 'sayıldı' }]
  for (const change of changes) {
    const { updated_at: seen } = await read(world, admin, id)
    world.pass(1000)
    const save = () => world.put(`/admin/products/${id}`, admin, { ...change, updated_at: seen })
    const first = await save()
    const again = await save()
    expect([again.status, again.json().product]).toEqual([200, first.json().product])
  }
  const reasons = (await ledger(world, admin, id)).map(({ reason }: { reason: string }) => reason)
  expect(reasons).toEqual(['edit', 'created'])
  // Another field has changed since the user saw the product.
  const late = await world.put(`/admin/products/${id}`, admin, { price: 91.25, name: 'Lor', updated_at })
  expect(late.status).toBe(409)
})

test('a change during which goods are delivered conflicts with a form that was opened before', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product()
  const priceList = workbookOf([[...INVENTORY_COLUMNS], [id, null, null, null, null, 120]])
  const slow = [
    () => world.put(`/admin/products/${id}`, admin, { price: 110 }),
    () => upload(world, admin, '/admin/products/import-excel', priceList),
    () =>
      world.post('/admin/products/bulk-update-expected-date', admin, {
        product_ids: [id],
        expected_stock_date: '2026-04-01',
      }),
  ]
  for (const update of slow) {
    world.pass(1000)
    await world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 1 })
    const { updated_at } = await read(world, admin, id)
    world.pass(-500)
    expect((await update()).status).toBe(200)
    expect((await world.put(`/admin/products/${id}`, admin, { name: 'Lor', updated_at })).status).toBe(409)
  }
  world.pass(1000)
  const edited = await world.put(`/admin/products/${id}`, admin, { name: 'Ezine Peyniri' })
  world.pass(-500)
  await world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 1 })
  const { updated_at } = edited.json().product
  const late = await world.put(`/admin/products/${id}`, admin, { stock_quantity: 2, updated_at })
  expect([late.status, await world.figures(id)]).toEqual([409, { on_hand: 14, reserved: 0 }])
})

test('of two concurrent saves of one form one gets a conflict, and both concurrent deliveries count', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ on_hand: 5 })
  const { updated_at } = await read(world, admin, id)
  world.pass(1)
  const responses = await Promise.all([
    world.put(`/admin/products/${id}`, admin, { stock_quantity: 6, updated_at }),
    world.put(`/admin/products/${id}`, admin, { stock_quantity: 7, updated_at }),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  await Promise.all([
    world.put(`/admin/products/${id}`, admin, { stock_quantity: 10 }),
    ...Array.from({ length: 5 }, () => world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 1 })),
  ])
  expect((await world.figures(id)).on_hand).toBeGreaterThanOrEqual(10)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a new unit waits until the goods that are being moved have been moved in the former one', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ unit: 'ADET' })
  const { sent } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [id])
    const pending = world.put(`/admin/products/${id}`, admin, { unit: 'PAKET' })
    await untilConnectionsWaitForLock(world, 1)
    return { sent: pending }
  })
  expect((await sent).json().product.unit).toBe('PAKET')
})

test('removing the expected date is refused only with stock 0', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ on_hand: 4, expected_stock_date: '2026-05-01' })
  const put = async (body: object) => {
    const { status, json } = await world.put(`/admin/products/${id}`, admin, body)
    return [status, json().code ?? json().product.expected_stock_date]
  }
  expect(await put({ stock_quantity: 0, expected_stock_date: null })).toEqual([400, 'expected_date_missing'])
  expect(await put({ expected_stock_date: null })).toEqual([200, null])
  expect(await put({ stock_quantity: 0 })).toEqual([200, null])
  expect(await put({ name: 'Başka' })).toEqual([200, null])
  expect(await put({ expected_stock_date: null })).toEqual([400, 'expected_date_missing'])
  expect(await put({ expected_stock_date: '2026-01-01' })).toEqual([200, '2026-01-01'])
  expect(await put({ stock_quantity: 1, expected_stock_date: null })).toEqual([200, null])
})

const TOO_LARGE = `data:image/png;base64,${'A'.repeat(7_000_004)}`

test.each([
  ['a VAT rate that is not allowed', { vat_rate: 18 }, 400, 'vat_rate_not_allowed', 'KDV oranı şunlardan biri'],
  ['a third decimal', { price: 1.005 }, 400, 'invalid_input', 'Fiyat en fazla iki ondalık'],
  ['a price below 0', { price: -1 }, 400, 'invalid_input', 'Fiyat 0 veya daha büyük olmalıdır'],
  ['an empty name', { name: ' ' }, 400, 'invalid_input', 'Ürün adı zorunludur'],
  ['stock below 0', { stock_quantity: -1 }, 400, 'invalid_input', 'Stok miktarı negatif olamaz'],
  ['stock that is no number', { stock_quantity: 'beş' }, 400, 'invalid_input', 'Lütfen geçerli bir sayı girin'],
  ['a barcode that is taken', { barcode: '222' }, 409, 'barcode_taken', 'Bu barkod aynı depoda'],
  ['a picture that is none', { image_url: 'data:image/png;base64,AAAA' }, 400, 'image_unreadable', 'Resim okunamadı'],
  ['a picture that is too large', { image_url: TOO_LARGE }, 400, 'invalid_input', '5 MB sınırını aşmamalıdır'],
  [
    'a URL that is not a picture’s',
    { image_url: 'http://x.example/a.png' },
    400,
    'invalid_input',
    'Resim https adresi',
  ],
  ['a time that is none', { updated_at: 'dün' }, 400, 'invalid_input', 'Gönderilen bilgiler hatalı'],
])('%s is refused and changes nothing', async (_, fields, status, code, detail) => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ barcode: '111' })
  await world.product({ barcode: '222' })
  const before = await read(world, admin, id)
  const response = await world.put(`/admin/products/${id}`, admin, { name: 'Yeni ad', ...fields })
  expect([response.status, response.json().code]).toEqual([status, code])
  expect(response.json().detail).toContain(detail)
  expect(await read(world, admin, id)).toEqual(before)
  expect(await ledger(world, admin, id)).toHaveLength(1)
})

test('customers see a new price and version of the catalogue, and are notified if they waited for the product', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const id = await world.product({ on_hand: 0, expected_stock_date: '2026-05-01', vat_rate: 0 })
  await world.product({ name: 'Başka' })
  const versionNow = async () => {
    const authorization = `Bearer ${customer.token}`
    return (await world.app.inject({ url: '/api/catalog/pdf', headers: { authorization } })).headers.etag
  }
  const versions = [await versionNow()]
  for (const change of [{ price: 55 }, { expected_stock_date: '2026-06-01' }, { is_active: false }]) {
    await world.put(`/admin/products/${id}`, admin, change)
    versions.push(await versionNow())
  }
  expect(new Set(versions).size).toBe(4)
  expect((await world.get(`/products/${id}`, customer)).status).toBe(404)

  await world.put(`/admin/products/${id}`, admin, { is_active: true })
  expect((await world.get(`/products/${id}`, customer)).json()).toMatchObject({ price: 55 })
  await world.post('/orders', customer, { items: [{ product_id: id, quantity: 2 }] })
  await world.put(`/admin/products/${id}`, admin, { stock_quantity: 9 })
  expect((await world.get('/notifications', customer)).json()).toEqual([
    expect.objectContaining({ kind: 'product_arrived', title: 'Beklediğiniz ürün geldi: Beyaz Peynir' }),
  ])
})

test('a picture can be set and removed, and sending its own URL leaves it unchanged', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product()
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#5b2a5e' } })
    .png()
    .toBuffer()
  const put = async (image_url: string | null): Promise<string | null> =>
    (await world.put(`/admin/products/${id}`, admin, { image_url })).json().product.image_url
  const address = await put(`data:image/png;base64,${png.toString('base64')}`)
  expect(address).toMatch(/^\/api\/images\/[0-9a-f]{64}\.webp$/)
  expect(await put(address)).toBe(address)
  // Some programs name the type so; the content decides.
  expect(await put(`data:image/jpg;base64,${png.toString('base64')}`)).toBe(address)
  expect(await put(null)).toBeNull()
})

test('a barcode can be set, found, changed and removed; two products of one warehouse cannot share it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [one, two, elsewhere] = [
    await world.product({ name: 'Bir' }),
    await world.product({ name: 'İki' }),
    await world.product({ name: 'Üç', warehouse: 'Gecici Depo' }),
  ]
  const put = (id: string, barcode: unknown) => world.put(`/admin/products/${id}/barcode`, admin, { barcode })
  const found = async (code: string, query = '') => {
    const { status, json } = await world.get(`/admin/products/by-barcode/${encodeURIComponent(code)}${query}`, admin)
    return status === 200 ? json().name : [status, json().detail]
  }
  expect((await put(elsewhere, '8690637012345')).json()).toMatchObject({ success: true, product: { name: 'Üç' } })
  expect(await found('8690637012345')).toBe('Üç')
  expect((await put(one, ' 8690637012345 ')).json().product.barcode).toBe('8690637012345')
  expect(await found('8690637012345')).toBe('Bir')
  expect(await found('8690637012345', '?warehouse=Gecici%20Depo')).toBe('Üç')
  expect(await found('8690637012345', '?warehouse=Ana%20Depo')).toBe('Bir')
  const everywhere = await world.get('/admin/products/by-barcode/8690637012345/warehouses', admin)
  expect(everywhere.json().map(({ name }: { name: string }) => name)).toEqual(['Bir', 'Üç'])
  const taken = await put(two, '8690637012345')
  expect([taken.status, taken.json()]).toEqual([
    409,
    {
      code: 'barcode_taken',
      detail: 'Bu barkod aynı depoda başka bir üründe kullanılıyor',
      errors: [{ field: 'barcode', message: 'Bu barkod aynı depoda başka bir üründe kullanılıyor' }],
    },
  ])
  await world.put(`/admin/products/${one}`, admin, { is_active: false })
  expect(await found('8690637012345')).toBe('Bir')
  expect((await put(one, null)).json().product.barcode).toBeNull()
  expect((await put(elsewhere, '')).json().product.barcode).toBeNull()
  for (const code of ['8690637012345', '%', 'a\0b', 'x'.repeat(65), ' '])
    expect(await found(code)).toEqual([404, 'Kayıt bulunamadı'])
  expect((await world.get('/admin/products/by-barcode/8690637012345/warehouses', admin)).status).toBe(404)
  expect((await put(one, 12)).status).toBe(400)
})

test('a scanned code finds the product in whichever spelling its barcode was typed', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  for (const barcode of ['01234565', '036000291452', '0042500000265']) await world.product({ name: barcode, barcode })
  const found = async (code: string) => (await world.get(`/admin/products/by-barcode/${code}`, admin)).json().name
  expect(await found('0012345000065')).toBe('01234565')
  expect(await found('0036000291452')).toBe('036000291452')
  expect(await found('04252635')).toBe('0042500000265')
  // With digit groups, as printed on packages.
  const grouped = `/admin/products/${await world.product({ name: 'Gruplu' })}/barcode`
  expect((await world.put(grouped, admin, { barcode: '8 690637 012345' })).json().product.barcode).toBe('8690637012345')
  for (const code of ['8690637012345', '8%20690637%20012345']) expect(await found(code)).toBe('Gruplu')
  // With two spellings of one code in a warehouse, the one that was read is found.
  await world.product({ name: 'Uzun', barcode: '0036000291452' })
  const everywhere = async () =>
    (await world.get('/admin/products/by-barcode/0036000291452/warehouses', admin))
      .json()
      .map(({ name }: { name: string }) => name)
  expect(await everywhere()).toEqual(['Uzun'])
  // Each warehouse has its own spelling; the main one's product comes first.
  await world.product({ name: 'Geçici', barcode: '036000291452', warehouse: 'Gecici Depo' })
  expect(await everywhere()).toEqual(['Uzun', 'Geçici'])
  await world.product({ name: 'ABC', barcode: 'ABC 1' })
  expect(await found('ABC%201')).toBe('ABC')
})

test('a scanned GS1 code finds its product, and only the number of the product is stored as a barcode', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product = await world.product({ name: 'Kaşar' })
  const scanned = ']C101086906370123411526123110A7'
  const stored = await world.put(`/admin/products/${product}/barcode`, admin, { barcode: scanned })
  expect([stored.status, stored.json().product.barcode]).toEqual([200, '8690637012341'])
  // A user who saw the product before the barcode was stored cannot replace it.
  const seen = { barcode: '8690637012358', updated_at: '2026-03-01T00:00:00.000Z' }
  expect((await world.put(`/admin/products/${product}/barcode`, admin, seen)).json().code).toBe('changed_meanwhile')
  await world.product({ name: 'Koli', barcode: '18690637012348' })
  const found = async (code: string) =>
    (await world.get(`/admin/products/by-barcode/${encodeURIComponent(code)}`, admin)).json().name
  expect(await found(scanned)).toBe('Kaşar')
  expect(await found('(01)08690637012341(10)B-2')).toBe('Kaşar')
  expect(await found('0118690637012348')).toBe('Koli')
})

test('the API reads scanned codes with GS1 separators, as scanners send them', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product = await world.product({ name: 'Kaşar' })
  const set = (barcode: string) => world.put(`/admin/products/${product}/barcode`, admin, { barcode })
  const code = '010869063701234110A7\u001d15261231'
  for (const barcode of [code, `\u001d${code}21${'8'.repeat(80)}`, '8690637012341\u001d']) {
    const stored = await set(barcode)
    expect([stored.status, stored.json().product?.barcode]).toEqual([200, '8690637012341'])
  }
  const found = await world.get(`/admin/products/by-barcode/${encodeURIComponent(code)}`, admin)
  expect(found.json().name).toBe('Kaşar')
  const isRefused = async (barcode: string) => (await set(barcode)).status === 400
  expect(
    await Promise.all([isRefused('A\u0007'), isRefused('A'.repeat(65)), isRefused('2012'.repeat(20_000))]),
  ).toEqual([true, true, true])
})

test('a product that was never ordered is deleted; one that was ordered is only taken off sale', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [never, once] = [await world.product({ barcode: '111' }), await world.product({ name: 'Satıldı' })]
  await world.post('/admin/stock/receipts', admin, { product_id: never, quantity: 1 })
  const order = await world.post('/orders', customer, { items: [{ product_id: once, quantity: 1 }] })
  const remove = async (id: string) => (await world.request('DELETE', `/admin/products/${id}`, admin)).json()

  expect(await remove(never)).toEqual({ success: true, action: 'deleted', message: 'Ürün silindi' })
  expect((await world.get(`/admin/products/${never}`, admin)).status).toBe(404)
  expect((await ledger(world, admin, never)).length).toBe(2)
  const [entry] = (await world.get(`/admin/audit?entity_id=${never}&entity=product`, admin)).json()
  expect([entry.action, entry.before]).toEqual(['deleted', expect.objectContaining({ stock_quantity: 11 })])
  await world.product({ barcode: '111' })
  expect(await remove(never)).toMatchObject({ code: 'not_found' })

  world.pass(1)
  const deactivated = {
    success: true,
    action: 'deactivated',
    message: 'Ürün daha önce sipariş edildiği için silinmedi, pasife alındı',
  }
  expect(await remove(once)).toEqual(deactivated)
  expect(await read(world, admin, once)).toMatchObject({ is_active: false, updated_at: world.now().toISOString() })
  expect((await world.get(`/orders/${order.json().id}`, customer)).json().items[0].product_name).toBe('Satıldı')

  // The order and its lines are deleted, but the ledger still shows that the product was sold.
  await world.db.deleteFrom('order_items').where('product_id', '=', once).execute()
  expect(await remove(once)).toEqual(deactivated)
})

test('a product that is ordered while it is being deleted is either deleted before the order or stays', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  for (let round = 0; round < 10; round++) {
    const product_id = await world.product()
    const [removed, order] = await Promise.all([
      world.request('DELETE', `/admin/products/${product_id}`, admin),
      world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }),
    ])
    const outcome = [
      removed.json().action,
      order.status,
      (await world.get(`/admin/products/${product_id}`, admin)).status,
    ]
    expect([
      ['deleted', 409, 404],
      ['deactivated', 201, 200],
    ]).toContainEqual(outcome)
  }
})

test('products can be filtered by warehouse, category, state and text', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.product({ name: 'Kaşar', category: 'Peynir' })
  await world.product({ name: 'Acı Sos', category: 'Sos', warehouse: 'Gecici Depo' })
  await world.product({ name: 'Tatlı Sos', category: 'Sos', is_active: false, price: kurus(1) })
  const names = async (query: string) =>
    (await world.get(`/admin/products?${query}`, admin)).json().map((product: AdminProduct) => product.name)
  expect(await names('')).toEqual(['Acı Sos', 'Kaşar', 'Tatlı Sos'])
  expect(await names('warehouse=Gecici%20Depo')).toEqual(['Acı Sos'])
  expect(await names('category=Sos&is_active=true')).toEqual(['Acı Sos'])
  expect(await names('search=sos&is_active=false')).toEqual(['Tatlı Sos'])
  expect((await world.get('/admin/products?warehouse=Depo', admin)).json().detail).toBe(
    'Depo şunlardan biri olmalıdır: Ana Depo, Gecici Depo',
  )
  expect((await world.get('/admin/products?is_active=belki', admin)).status).toBe(400)
})

test('for every sort order, the pages contain every product once and in order', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  for (let i = 0; i < 23; i++) {
    const fields = { category: ['Sos', 'Çay', 'Peynir'][i % 3], price: kurus(1 + (i % 4)), on_hand: i % 5 }
    const barcode = `${['', 'stk-', 'STK-', 'Ş'][i % 4]}${1000 + ((i * 7) % 23)}`
    const state = { is_active: i % 3 > 0, ...(i % 5 && { barcode }) }
    await world.product({ name: ['Zeytin', 'Çilek', 'Iğdır', 'İncir'][i % 4], ...fields, ...state })
  }
  const all: AdminProduct[] = (await world.get('/admin/products', admin)).json()
  const some = all.filter(({ available_quantity }) => available_quantity > 1).slice(0, 6)
  for (const { id } of some) await world.post('/orders', customer, { items: [{ product_id: id, quantity: 1 }] })
  for (const sort of PRODUCT_SORTS) {
    for (const [order, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const seen: AdminProduct[] = []
      for (let next: string | undefined = `/admin/products?sort=${sort}&order=${order}&limit=4`; next; ) {
        const page = await world.get(next, admin)
        expect(page.headers['x-total-count']).toBe('23')
        seen.push(...page.json())
        next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1]
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(23)
      expect(seen).toHaveLength(23)
      const inOrder = seen.toSorted((a, b) => {
        const [left, right] = [a[sort], b[sort]]
        const by = typeof left === 'number' ? left - Number(right) : byAlphabet(sortKey(left), sortKey(right))
        return sign * (by || byAlphabet(a.name, b.name) || (a.id < b.id ? -1 : 1))
      })
      expect(seen.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
    }
  }
  const cheapest = (await world.get('/admin/products?search=incir&sort=price&order=desc&limit=1', admin)).json()
  expect(cheapest).toMatchObject([{ name: 'İncir', price: 0.04 }])
  for (const query of ['sort=id', 'order=up', 'level=full'])
    expect((await world.get(`/admin/products?${query}`, admin)).status).toBe(400)
})

/** A missing barcode comes first, and active products come before inactive ones. */
const sortKey = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? (value ? '0' : '1') : `${value ?? ''}`

test('products that need attention are found by their available quantity', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const enough = await world.product({ name: 'Yeterli', on_hand: 10 })
  const reserved = await world.product({ name: 'Ayrılmış', on_hand: 12 })
  await world.product({ name: 'Tarihsiz', on_hand: 0 })
  const dated = await world.product({ name: 'Tarihli', on_hand: 0, expected_stock_date: '2026-05-01' })
  const lines = [reserved, dated].map(product_id => ({ product_id, quantity: 3 }))
  await world.post('/orders', customer, { items: lines })
  const names = async (query: string) =>
    (await world.get(`/admin/products?${query}`, admin)).json().map((product: AdminProduct) => product.name)
  expect(await names('level=low')).toEqual(['Ayrılmış'])
  expect(await names('level=out')).toEqual(['Tarihli', 'Tarihsiz'])
  expect(await names('level=undated')).toEqual(['Tarihsiz'])
  await world.post('/orders', customer, { items: [{ product_id: enough, quantity: 2 }] })
  expect(await names('level=low&sort=available_quantity&order=desc')).toEqual(['Ayrılmış', 'Yeterli'])
})
