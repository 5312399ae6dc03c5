import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { pagesOf } from '../http/lists.ts'
import { blockExpired } from '../lots/expiry-blocks.ts'
import { requireSuccess } from '../testing/callers.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { backorders, productsToReorder } from './figures.ts'

const order = async (world: World, customer: TestUser, ...lines: [product_id: string, quantity: number][]) => {
  const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }))
  const response = await world.post('/orders', customer, { items })
  expect(response.status).toBe(201)
  return response.json().id as string
}

async function shop() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product = (name: string, on_hand: number, more = {}) =>
    world.product({ name, on_hand, price: kurus(2_50), ...more })
  const goods = {
    enough: await product('Yeterli', 10),
    low: await product('Az', 9, { barcode: '868', expected_stock_date: '2026-04-01' }),
    reserved: await product('Ayrılmış', 12),
    none: await product('Yok', 0),
    soon: await product('Yakında', 0, { expected_stock_date: '2026-05-01' }),
    later: await product('Sonra', 0, { expected_stock_date: '2026-06-01' }),
    passive: await product('Pasif', 1, { is_active: false }),
    elsewhere: await product('Başka', 2, { warehouse: 'Gecici Depo' }),
  }
  await order(world, customer, [goods.reserved, 4], [goods.soon, 3], [goods.later, 1])
  await order(world, customer, [goods.soon, 2])
  return { world, admin, customer, goods }
}

test('the figures of a warehouse: products, out of stock, low, worth and on backorder', async () => {
  const { world, admin } = await shop()
  const stats = async (query: string) => (await world.get(`/admin/inventory/stats${query}`, admin)).json()
  const main = {
    total_products: 7,
    active_products: 6,
    out_of_stock: 3,
    low_stock: 2,
    stock_worth: 32 * 2.5,
    on_backorder: 2,
  }
  const other = {
    total_products: 1,
    active_products: 1,
    out_of_stock: 0,
    low_stock: 1,
    stock_worth: 5,
    on_backorder: 0,
  }
  expect(await stats('?warehouse=Ana%20Depo')).toEqual(main)
  expect(await stats('?warehouse=Gecici%20Depo')).toEqual(other)
  expect(await stats('')).toEqual({
    total_products: 8,
    active_products: 7,
    out_of_stock: 3,
    low_stock: 3,
    stock_worth: 85,
    on_backorder: 2,
  })
})

test('figures work for an empty warehouse and for the largest possible one', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const stats = async () => (await world.get('/admin/inventory/stats?warehouse=Ana%20Depo', admin)).json()
  expect(await stats()).toEqual({
    total_products: 0,
    active_products: 0,
    out_of_stock: 0,
    low_stock: 0,
    stock_worth: 0,
    on_backorder: 0,
  })
  const most = { on_hand: 1_000_000_000, price: kurus(999_999_999) }
  for (let i = 0; i < 12; i++) await world.product(most)
  expect((await stats()).stock_worth).toBeCloseTo(12 * 1e9 * 9_999_999.99, -4)
})

test('low stock lists products with fewer than ten available, the lowest first, in pages', async () => {
  const { world, admin, goods } = await shop()
  const names = (rows: { product_name: string; available_quantity: number }[]) =>
    rows.map(row => [row.product_name, row.available_quantity])
  const low = (await world.get('/admin/inventory/low-stock?warehouse=Ana%20Depo', admin)).json()
  expect(names(low)).toEqual([
    ['Yakında', -5],
    ['Sonra', -1],
    ['Yok', 0],
    ['Ayrılmış', 8],
    ['Az', 9],
  ])
  expect(low[4]).toEqual({
    product_id: goods.low,
    product_name: 'Az',
    brand: 'Yayla',
    unit: 'ADET',
    barcode: '868',
    warehouse: 'Ana Depo',
    expected_stock_date: '2026-04-01',
    stock_quantity: 9,
    reserved_quantity: 0,
    available_quantity: 9,
    reorder_point: null,
    reorder_quantity: null,
    suggested_quantity: null,
  })
  const paged: { product_name: string; available_quantity: number }[] = []
  for (let next: string | undefined = '/admin/inventory/low-stock?limit=2'; next; ) {
    const page = await world.get(next, admin)
    paged.push(...page.json())
    next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1]
  }
  expect(names(paged)).toEqual([...names(low).slice(0, 3), ['Başka', 2], ...names(low).slice(3)])
})

test('backorders are listed by day until stock covers them or the order is cancelled', async () => {
  const { world, admin, customer, goods } = await shop()
  const promised = async () =>
    (await world.get('/admin/inventory/backorders', admin))
      .json()
      .map((row: Record<string, unknown>) => [
        row.promised_for,
        row.product_name,
        row.promised_quantity,
        row.order_count,
        row.missing_quantity,
      ])
  expect(await promised()).toEqual([
    ['2026-05-01', 'Yakında', 5, 2, 5],
    ['2026-06-01', 'Sonra', 1, 1, 1],
  ])
  await world.db
    .updateTable('products')
    .set({ expected_stock_date: '2026-06-01' })
    .where('id', '=', goods.soon)
    .execute()
  const later = await order(world, customer, [goods.soon, 7])
  expect(await promised()).toEqual([
    ['2026-05-01', 'Yakında', 5, 2, 5],
    ['2026-06-01', 'Sonra', 1, 1, 1],
    ['2026-06-01', 'Yakında', 7, 1, 7],
  ])
  const receive = (product_id: string, quantity: number) =>
    world.post('/admin/stock/receipts', admin, { product_id, quantity })
  await receive(goods.later, 1)
  await receive(goods.soon, 4)
  expect(await promised()).toEqual([
    ['2026-05-01', 'Yakında', 5, 2, 1],
    ['2026-06-01', 'Yakında', 7, 1, 7],
  ])
  await receive(goods.soon, 2)
  expect(await promised()).toEqual([
    ['2026-05-01', 'Yakında', 5, 2, 0],
    ['2026-06-01', 'Yakında', 7, 1, 6],
  ])
  await world.post(`/orders/${later}/cancel`, customer)
  expect(await promised()).toEqual([])
  const page = await world.get('/admin/inventory/backorders?warehouse=Gecici%20Depo&limit=1', admin)
  expect(page.json()).toEqual([])
})

test('goods sold from stock and missing on the shelf are listed as backorders, before promised ones', async () => {
  const { world, admin, goods } = await shop()
  const listed = async () =>
    (await world.get('/admin/inventory/backorders?warehouse=Ana%20Depo', admin))
      .json()
      .map((row: Record<string, unknown>) => [
        row.promised_for,
        row.product_name,
        row.promised_quantity,
        row.order_count,
        row.available_quantity,
      ])
  const promised = [
    ['2026-05-01', 'Yakında', 5, 2, -5],
    ['2026-06-01', 'Sonra', 1, 1, -1],
  ]
  const set = (stock_quantity: number) => world.put(`/admin/products/${goods.reserved}`, admin, { stock_quantity })
  const onBackorder = async () => (await world.get('/admin/inventory/stats', admin)).json().on_backorder
  // Four are reserved: as many on the shelf are enough.
  await set(4)
  expect([await listed(), await onBackorder()]).toEqual([promised, 2])
  await set(1)
  expect([await listed(), await onBackorder()]).toEqual([[[null, 'Ayrılmış', 4, 1, -3], ...promised], 3])
  const { bytes } = await download(world, admin, '/admin/inventory/backorders/excel')
  const [, oversold] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(oversold?.slice(0, 5)).toEqual([null, 4, 1, 3, 'Ayrılmış'])
  const pages: string[] = []
  for (let next: string | undefined = '/admin/inventory/backorders?limit=1'; next && pages.length < 9; ) {
    const page = await world.get(next, admin)
    pages.push(...page.json().map((row: { product_name: string }) => row.product_name))
    next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1]
  }
  expect(pages).toEqual(['Ayrılmış', 'Yakında', 'Sonra'])
})

test('goods that were sold and are on hand in blocked lots only are on backorder', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 2 })
  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 10, lot: { code: 'L1' } })
  await order(world, customer, [product_id, 5])
  const [lot] = (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  await world.post(`/admin/lots/${lot.id}/block`, admin, { reason: 'Küf' })
  expect((await world.get('/admin/inventory/stats', admin)).json().on_backorder).toBe(1)
  expect((await world.get('/admin/inventory/backorders', admin)).json()).toMatchObject([
    { product_id, promised_for: null, promised_quantity: 5, available_quantity: -3 },
  ])
  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 3 })
  expect((await world.get('/admin/inventory/backorders', admin)).json()).toEqual([])
})

test('what an order keeps of a blocked lot, as it may have left, is on no backorder', async () => {
  const world = await makeWorld()
  const [today, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const lot = { code: 'L1', expires_on: '2026-03-10' }
  requireSuccess(await world.post('/admin/stock/receipts', today, { items: [{ product_id, quantity: 6, lot }] }))
  const place = async (quantity: number) =>
    requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json()
  const { id } = await place(4)
  await world.db.updateTable('orders').set({ delivery_date: '2026-03-10' }).execute()
  requireSuccess(await world.put(`/admin/orders/${id}/status`, today, { status: 'hazirlaniyor' }))
  await place(1)
  world.pass(24 * 60 * 60_000)
  await blockExpired({ db: world.db, log: { error: (error: unknown) => expect(error).toBe(undefined) } }, world.now())
  const admin = await world.admin('Ali')
  const missing = async () => {
    const { on_backorder } = (await world.get('/admin/inventory/stats', admin)).json()
    const rows = (await world.get('/admin/inventory/backorders', admin)).json()
    return [on_backorder, rows.map((row: { missing_quantity: number }) => row.missing_quantity)]
  }
  // Of the order that is not prepared yet; the other one has left with the goods of the lot.
  expect(await missing()).toEqual([1, [1]])
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1 }))
  expect(await missing()).toEqual([0, []])
})

test('backorders are paged by key', async () => {
  const { world, admin, customer, goods } = await shop()
  const third = await world.product({ name: 'Bir', on_hand: 0, expected_stock_date: '2026-05-01' })
  await order(world, customer, [third, 1], [goods.later, 1])
  const pages: string[][] = []
  for (let next: string | undefined = '/admin/inventory/backorders?limit=1'; next && pages.length < 9; ) {
    const page = await world.get(next, admin)
    pages.push(page.json().map((row: { product_name: string }) => row.product_name))
    next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1]
  }
  expect(pages).toEqual([['Bir'], ['Yakında'], ['Sonra']])
})

test('both lists can be downloaded as workbooks, in the order of the screen', async () => {
  const { world, admin } = await shop()
  const book = async (list: string) => {
    const { name, bytes } = await download(world, admin, `/admin/inventory/${list}/excel?warehouse=Ana%20Depo`)
    return { name, rows: (await readWorkbook(bytes)).map(({ cells }) => cells) }
  }
  const low = await book('low-stock')
  expect(low.name).toBe('azalan-stoklar-2026-03-10.xlsx')
  expect(low.rows.map(([name, , , , , , , sellable]) => [name, sellable])).toEqual([
    ['Ürün Adı', 'Satılabilir'],
    ['Yakında', -5],
    ['Sonra', -1],
    ['Yok', 0],
    ['Ayrılmış', 8],
    ['Az', 9],
  ])
  const day = new Date('2026-04-01T00:00:00Z')
  expect(low.rows[5]).toEqual(['Az', 'Yayla', 'ADET', '868', 'Ana Depo', 9, 0, 9, day])
  const promised = await book('backorders')
  expect(promised.name).toBe('tedarik-bekleyenler-2026-03-10.xlsx')
  expect(promised.rows[0]?.slice(0, 5)).toEqual([
    'Söz Verilen Gün',
    'Söz Verilen',
    'Sipariş Sayısı',
    'Alınacak',
    'Ürün Adı',
  ])
  expect(promised.rows.slice(1).map(cells => cells.slice(0, 5))).toEqual([
    [new Date('2026-05-01T00:00:00Z'), 5, 2, 5, 'Yakında'],
    [new Date('2026-06-01T00:00:00Z'), 1, 1, 1, 'Sonra'],
  ])
})

test('the complete lists of low stock and of backorders are read in few pages, as each page sorts all rows', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const ids = await world.products(
    Array.from({ length: 501 }, (_, i) => ({ name: `Ürün ${i}`, on_hand: 0, expected_stock_date: '2026-05-01' })),
  )
  for (const some of [ids.slice(0, 500), ids.slice(500)]) {
    const items = some.map(product_id => ({ product_id, quantity: 1 }))
    expect((await world.post('/orders', customer, { items })).status).toBe(201)
  }
  for (const [path, list] of [
    ['low-stock', productsToReorder(world.db, {})],
    ['backorders', backorders(world.db, {})],
  ] as const) {
    const pages: object[][] = []
    for await (const page of pagesOf<object>(list)) pages.push(page)
    expect(pages.map(page => page.length)).toEqual([501])
    const all: { product_id: string }[] = (await world.get(`/admin/inventory/${path}`, admin)).json()
    expect(all.map(({ product_id }) => product_id).sort()).toEqual(ids.toSorted())
  }
})

test('backorders in a former unit of a product are not added to those in its present one', async () => {
  const { world, admin, customer, goods } = await shop()
  await world.put(`/admin/products/${goods.soon}`, admin, { unit: 'PAKET' })
  await order(world, customer, [goods.soon, 3])
  const [changed, other] = (await world.get('/admin/inventory/backorders', admin)).json()
  const byUnit = [
    { quantity: 5, unit: 'ADET' },
    { quantity: 3, unit: 'PAKET' },
  ]
  expect(changed).toMatchObject({
    product_name: 'Yakında',
    unit: 'PAKET',
    promised_quantity: null,
    promised_by_unit: byUnit,
    missing_quantity: null,
    order_count: 3,
  })
  expect(other).toMatchObject({ promised_quantity: 1, promised_by_unit: null, missing_quantity: 1 })
  // Another day, for which only packets were promised, competes with the pieces for the same stock.
  await world.db
    .updateTable('products')
    .set({ expected_stock_date: '2026-06-01' })
    .where('id', '=', goods.soon)
    .execute()
  await order(world, customer, [goods.soon, 7])
  const rows: Record<string, unknown>[] = (await world.get('/admin/inventory/backorders', admin)).json()
  const later = rows.find(row => row.product_id === goods.soon && row.promised_for === '2026-06-01')
  expect(later).toMatchObject({ promised_quantity: 7, promised_by_unit: null, missing_quantity: null })
  const { bytes } = await download(world, admin, '/admin/inventory/backorders/excel')
  const [head, first, ...rest] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(first?.slice(0, 7)).toEqual([
    new Date('2026-05-01T00:00:00Z'),
    null,
    3,
    null,
    'Yakında',
    'Yayla',
    'PAKET (5 ADET, 3 PAKET)',
  ])
  expect([head, first].map(row => row?.[13])).toEqual(['Açıklama', 'Siparişten sonra birimi PAKET oldu'])
  expect(rest.filter(row => row[4] === 'Yakında').map(row => row[13])).toEqual([
    'Bu ürünün başka siparişleri eski birimde',
  ])
  expect(rest.filter(row => row[4] === 'Sonra').map(row => row[13] ?? null)).toEqual([null])
})

test('nothing is called missing while an order in a former unit has its goods from the shelf', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const goods = await world.product({ name: 'Un', on_hand: 24, expected_stock_date: '2026-05-01' })
  await order(world, customer, [goods, 24])
  await world.put(`/admin/products/${goods}`, admin, { unit: 'PAKET' })
  await order(world, customer, [goods, 20])
  await world.put(`/admin/products/${goods}`, admin, { stock_quantity: 32 })
  expect((await world.get('/admin/inventory/backorders', admin)).json()).toMatchObject([
    { promised_for: '2026-05-01', promised_quantity: 20, promised_by_unit: null, missing_quantity: null },
  ])
})
