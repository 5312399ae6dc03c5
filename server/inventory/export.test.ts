import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { XLSX } from '#contract/call.ts'
import { type ImportSummary } from '#contract/inventory.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { kurus } from '#contract/money.ts'
import type { AdminProduct } from '#contract/products.ts'
import { inTransaction } from '../db/transaction.ts'
import { openWorkbook } from '../documents/workbook.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download, type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const IMPORT = '/admin/products/import-excel'
const EXPORT = '/admin/products/export-excel'

const rowsIn = async (file: Uint8Array) => (await readWorkbook(file)).map(({ cells }) => cells)

test('a warehouse is exported in the inventory columns with typed cells, inactive products too', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const id = await world.product({ name: '=Zeytin', barcode: '08690637012345', price: kurus(287_97), on_hand: 1250 })
  const bare = await world.product({ brand: '', vat_rate: 0, price: kurus(0), on_hand: 0, is_active: false })
  const elsewhere = await world.product({ name: 'Başka', warehouse: 'Gecici Depo' })
  const { status, media, name, bytes } = await download(world, admin, `${EXPORT}?warehouse=Ana%20Depo`)
  expect([status, media, name]).toEqual([200, XLSX, 'Ana Depo-2026-03-10.xlsx'])
  expect(await rowsIn(bytes)).toEqual([
    [...INVENTORY_COLUMNS],
    [id, '=Zeytin', 'Yayla', 'Peynir', 'ADET', 287.97, 10, 1250, '08690637012345'],
    [bare, 'Beyaz Peynir', null, 'Peynir', 'ADET', 0, 0, 0],
  ])
  expect(await rowsIn((await download(world, admin, EXPORT)).bytes)).toHaveLength(3)
  const other = await download(world, admin, `${EXPORT}?warehouse=Gecici%20Depo`)
  expect(other.name).toBe('Gecici Depo-2026-03-10.xlsx')
  expect((await rowsIn(other.bytes)).slice(1).map(([first]) => first)).toEqual([elsewhere])
  expect((await world.get(`${EXPORT}?warehouse=Depo`, admin)).status).toBe(400)
})

test('importing an unchanged export changes nothing, even if the rules have changed since', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await upload(world, admin, IMPORT, await readFile(new URL('../../e2e/data/price-list.xlsx', import.meta.url)))
  const odd = [
    { name: '=1+1', brand: '+90', barcode: '-5' },
    { name: '_x0041_ <b>&"\'', brand: '🍃 çğıİöşü', barcode: '8E+12' },
    { name: '1.250', brand: '  ', category: 'sos', vat_rate: 18, barcode: '00012' },
    { name: '12345678901234567890', category: 'TURSU', unit: 'KOLİ', price: kurus(999_999_999) },
    { name: 'DOĞRU', brand: 'TRUE', category: '2026-01-01', price: kurus(1), on_hand: 1_000_000_000 },
    { name: '#N/A', is_active: false, price: kurus(29), on_hand: 0 },
  ]
  for (const fields of odd) await world.product(fields)
  const all = async () => (await world.get('/admin/products', admin)).json()
  const before = await all()
  world.pass(1000)
  const { bytes } = await download(world, admin, EXPORT)
  const preview: ImportSummary = (await upload(world, admin, `${IMPORT}?preview=1`, bytes)).json()
  expect({ ...preview, rows: preview.rows?.filter(({ action }) => action !== 'unchanged') }).toEqual({
    created: 0,
    updated: 0,
    errors: [],
    exported_at: world.now().toISOString(),
    rows: [],
  })
  expect(preview.rows).toHaveLength(before.length)
  expect((await upload(world, admin, IMPORT, bytes)).json()).toEqual({ created: 0, updated: 0, errors: [] })
  expect(await all()).toEqual(before)
})

async function shop(world: World) {
  const [cheese, olives, gone] = [
    await world.product({ name: 'Peynir', price: kurus(100_00), barcode: '1' }),
    await world.product({ name: 'Zeytin', barcode: '2' }),
    await world.product({ name: 'Başka', warehouse: 'Gecici Depo' }),
  ]
  const rows: SheetCell[][] = [
    [cheese, 'Peynir', null, 'turşu', 'kg', '₺ 12,50', '%16', '1.250', 3],
    [olives, 'Zeytin', 'Yayla', 'Peynir', 'ADET', 100, 10, 10, '2'],
    [null, 'Reçel', null, null, null, 4.5],
    [],
    [gone, 'Yok'],
    [null, 'Bal', null, null, 'kova', '1.250', null, null, '3'],
  ]
  return workbookOf([[...INVENTORY_COLUMNS], ...rows])
}

const ROWS = [
  {
    row: 2,
    product_name: 'Peynir',
    action: 'updated',
    changes: [
      { field: 'category', before: 'Peynir', after: 'Turşu' },
      { field: 'unit', before: 'ADET', after: 'KG' },
      { field: 'price', before: 100, after: 12.5 },
      { field: 'vat_rate', before: 10, after: 16 },
      { field: 'stock_quantity', before: 10, after: 1250 },
      { field: 'barcode', before: '1', after: '3' },
    ],
    errors: [],
  },
  { row: 3, product_name: 'Zeytin', action: 'unchanged', changes: [], errors: [] },
  {
    row: 4,
    product_name: 'Reçel',
    action: 'created',
    changes: [
      { field: 'name', before: null, after: 'Reçel' },
      { field: 'brand', before: null, after: '' },
      { field: 'category', before: null, after: 'Genel' },
      { field: 'unit', before: null, after: 'ADET' },
      { field: 'price', before: null, after: 4.5 },
      { field: 'vat_rate', before: null, after: 10 },
      { field: 'stock_quantity', before: null, after: 0 },
      { field: 'barcode', before: null, after: null },
    ],
    errors: [],
  },
  {
    row: 6,
    product_name: 'Yok',
    action: 'error',
    changes: [],
    errors: [expect.stringMatching(/^Satır 6: ID ".*" bu depoda bulunamadı$/)],
  },
  {
    row: 7,
    product_name: 'Bal',
    action: 'error',
    changes: [],
    errors: [
      'Satır 7: Birim "kova" geçersiz; şunlardan biri olmalıdır: ADET, KG, LT, PAKET',
      'Satır 7: Fiyat "1.250" belirsiz; 1.250,00 ya da 1250 yazın',
      'Satır 7: Barkod "3" bu dosyada 2. satırda da var',
    ],
  },
]

test('a preview lists the changes of every row field by field and changes nothing; the import then applies them', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const file = await shop(world)
  const before = await everything(world, admin)
  const preview = await upload(world, admin, `${IMPORT}?preview=1`, file, { key: 'k1' })
  expect(preview.status).toBe(200)
  const { rows, ...summary } = preview.json()
  expect(rows).toEqual(ROWS)
  expect(summary).toMatchObject({ created: 1, updated: 1 })
  // One text for each refused row.
  expect(summary.errors).toEqual([
    expect.stringMatching(/^Satır 6: ID/),
    expect.stringMatching(
      /^Satır 7: Birim "kova" geçersiz; .*PAKET; Fiyat .*; Barkod "3" bu dosyada 2. satırda da var$/,
    ),
  ])
  expect(await everything(world, admin)).toEqual(before)
  expect(await world.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])

  expect((await upload(world, admin, `${IMPORT}?preview=0`, file, { key: 'k1' })).json()).toEqual(summary)
  const after: AdminProduct[] = (await world.get('/admin/products', admin)).json()
  expect(after.map(({ name, price }) => [name, price])).toEqual([
    ['Başka', 100],
    ['Peynir', 12.5],
    ['Reçel', 4.5],
    ['Zeytin', 100],
  ])
  expect((await upload(world, admin, `${IMPORT}?preview=2`, file)).status).toBe(400)
})

const everything = async (world: World, admin: TestUser) => [
  (await world.get('/admin/products', admin)).json(),
  await world.db.selectFrom('stock_ledger').selectAll().execute(),
]

test('a preview neither waits for locks nor holds any', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const file = await shop(world)
  await inTransaction(world.db, async tx => {
    await tx.selectFrom('stock').selectAll().forUpdate().execute()
    expect((await upload(world, admin, `${IMPORT}?preview=1`, file)).json().updated).toBe(1)
  })
  expect((await world.get('/orders', customer)).status).toBe(200)
})

test('a second sheet lists the lots of the warehouse; an import neither reads it nor warns about it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const elsewhere = await world.product({ name: 'Zeytin', lot_tracking: 'asked', on_hand: 0, warehouse: 'Gecici Depo' })
  const sheets = async () => {
    const { bytes } = await download(world, admin, EXPORT)
    const { otherSheets } = await openWorkbook(bytes)
    const { rows, warnings } = (await upload(world, admin, `${IMPORT}?preview=1`, bytes)).json()
    return { bytes, otherSheets, warnings, actions: rows.map((row: { action: string }) => row.action) }
  }
  const lot = { code: 'L2417', expires_on: '2026-09-01' }
  await world.post('/admin/stock/receipts', admin, { product_id: elsewhere, quantity: 3, lot })
  expect(await sheets()).toMatchObject({ otherSheets: [] })
  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 6, lot })
  const { otherSheets, warnings, actions } = await sheets()
  expect([otherSheets, warnings, actions]).toEqual([['Partiler'], undefined, ['unchanged']])
})
