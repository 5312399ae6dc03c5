import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { CFB } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { type ImportSummary } from '#contract/inventory.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { kurus } from '#contract/money.ts'
import { type AdminProduct } from '#contract/products.ts'
import { zip } from '../documents/zip-writing.ts'
import { upload as bringFile, type SheetCell, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const IMPORT = '/admin/products/import-excel'

const workbook = (rows: SheetCell[][]) => workbookOf([[...INVENTORY_COLUMNS], ...rows])

const bring = (
  world: World,
  admin: TestUser,
  file: Buffer,
  { query = '', ...how }: { query?: string; key?: string; field?: string } = {},
) => bringFile(world, admin, `${IMPORT}${query}`, file, how)

const products = async (world: World, admin: TestUser, query = ''): Promise<AdminProduct[]> =>
  (await world.get(`/admin/products${query}`, admin)).json()

test('rows without an ID become products with the specification’s defaults, in the requested warehouse', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const file = workbook([
    [null, 'Ezine Peyniri', 'Yayla', 'peynir', 'kg', '287,97', '%10', 40, 8690637012345],
    [null, 'Sadece Adı'],
  ])
  expect((await bring(world, admin, file, { query: '?warehouse=Gecici%20Depo' })).json()).toEqual({
    created: 2,
    updated: 0,
    errors: [],
    warnings: ['Satır 3: Fiyat yok: ₺0,00 ile satışa çıkar'],
  })
  const [cheese, bare] = await products(world, admin)
  expect(cheese).toMatchObject({
    name: 'Ezine Peyniri',
    category: 'Peynir',
    unit: 'KG',
    price: 287.97,
    vat_rate: 10,
    stock_quantity: 40,
    barcode: '8690637012345',
    warehouse: 'Gecici Depo',
  })
  expect(bare).toMatchObject({
    brand: '',
    category: 'Genel',
    unit: 'ADET',
    price: 0,
    vat_rate: 10,
    stock_quantity: 0,
    barcode: null,
  })
  const ledger = (await world.get(`/admin/stock/ledger?product_id=${cheese!.id}`, admin)).json()
  expect(ledger).toEqual([
    expect.objectContaining({ reason: 'import', on_hand_after: 40, actor_name: 'Ayşe', note: 'liste.xlsx' }),
  ])
})

test('a new product without a price is imported at 0 with a warning, in its row and counted in the preview', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const file = workbook([
    [null, 'Fiyatsız', 'Yayla', 'Peynir', 'KG', '  ', 10, 40],
    [null, 'Bedava', 'Yayla', 'Peynir', 'KG', 0, 10, 40],
  ])
  const note = 'Fiyat yok: ₺0,00 ile satışa çıkar'
  const preview: ImportSummary = (await bring(world, admin, file, { query: '?preview=1' })).json()
  expect(preview.warnings).toEqual(['1 yeni ürünün fiyatı yok; ₺0,00 ile satışa çıkar'])
  expect(preview.rows?.map(({ notes }) => notes)).toEqual([[note], undefined])
  expect((await bring(world, admin, file)).json()).toMatchObject({ created: 2, warnings: [`Satır 2: ${note}`] })
  expect((await products(world, admin)).map(({ price }) => price)).toEqual([0, 0])
})

test('no product gets the default VAT rate of imports or forms if the wholesaler does not allow it', async () => {
  const world = await makeWorld({ vatRates: [1, 20] })
  const admin = await world.admin()
  const file = workbook([
    [null, 'Oransız'],
    [null, 'Oranlı', null, null, null, 5, 20],
  ])
  const detail = 'KDV oranı şunlardan biri olmalıdır: %1, %20'
  expect((await bring(world, admin, file)).json()).toEqual({ created: 1, updated: 0, errors: [`Satır 2: ${detail}`] })
  expect(await products(world, admin)).toMatchObject([{ name: 'Oranlı', vat_rate: 20 }])
  const fields = { name: 'Lor', brand: 'Yayla', category: 'Peynir', stock_quantity: 1 }
  const added = await world.post('/admin/products', admin, fields)
  expect([added.status, added.json().detail]).toEqual([400, detail])
})

test('a category is spelled as that of the known products, even if none of them is on sale', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.products([
    { category: 'Bakliyat', is_active: false },
    { category: 'KURU YEMİŞ', is_active: false },
    { category: 'Kuru yemiş' },
  ])
  const rows = ['BAKLİYAT', 'kuru yemiş'].map((category, i) => [null, `Yeni ${i}`, 'Yayla', category])
  expect((await bring(world, admin, workbook(rows))).json()).toMatchObject({ created: 2 })
  const found = await products(world, admin, '?search=yeni')
  expect(found.map(({ category }) => category)).toEqual(['Bakliyat', 'Kuru yemiş'])
})

test('a changed product that is not on sale is named by the preview and by the import', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const fields = { price: kurus(700), on_hand: 3, is_active: false }
  const [changed, same] = [await world.product(fields), await world.product(fields)]
  const file = workbook([
    [changed, null, null, null, null, 8],
    [same, null, null, null, null, 7],
  ])
  const note = 'Ürün pasif: katalogda görünmez'
  const preview: ImportSummary = (await bring(world, admin, file, { query: '?preview=1' })).json()
  expect(preview.rows?.map(({ action, notes }) => [action, notes])).toEqual([
    ['updated', [note]],
    ['unchanged', undefined],
  ])
  expect((await bring(world, admin, file)).json()).toMatchObject({ updated: 1, warnings: [`Satır 2: ${note}`] })
  const [entry] = (await world.get('/admin/audit?entity=product', admin)).json()
  expect(Object.keys(entry.after)).toEqual(['price'])
})

test('a new category is spelled as in the first row that names it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const rows = ['Bakliyat', 'BAKLİYAT', 'bakliyat '].map((category, i) => [null, `Yeni ${i}`, null, category, null, 5])
  expect((await bring(world, admin, workbook(rows))).json()).toEqual({ created: 3, updated: 0, errors: [] })
  expect((await products(world, admin)).map(({ category }) => category)).toEqual(['Bakliyat', 'Bakliyat', 'Bakliyat'])
})

test('customers who wait for a product are notified when a workbook adds stock of it', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const fields = { on_hand: 0, expected_stock_date: '2026-05-01' }
  const [arriving, missing] = [await world.product({ name: 'Tulum', ...fields }), await world.product(fields)]
  const items = [arriving, missing].map(product_id => ({ product_id, quantity: 2 }))
  await world.post('/orders', customer, { items })
  const file = workbook([[arriving, 'Tulum', 'Yayla', 'Peynir', 'ADET', 100, 10, 8]])
  expect((await bring(world, admin, file)).json()).toMatchObject({ updated: 1, errors: [] })
  expect((await world.get('/notifications', customer)).json()).toEqual([
    expect.objectContaining({ kind: 'product_arrived', title: 'Beklediğiniz ürün geldi: Tulum' }),
  ])
})

test('invalid rows are reported by Excel’s row number, the others are imported', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.product({ barcode: '111' })
  const elsewhere = await world.product({ warehouse: 'Gecici Depo' })
  const file = workbook([
    [null, 'Doğru', 'X', 'Sos', 'ADET', '1.250,00', 10, 5, null],
    [null, 'Belirsiz', 'X', 'Sos', 'ADET', '1.250', 10, 5, null],
    [null, null, 'X', 'Sos', 'ADET', 1, 10, 5, null],
    [null, 'KDV', 'X', 'Sos', 'ADET', 1, 18, 5, null],
    [null, 'Barkod', 'X', 'Sos', 'ADET', 1, 10, 5, '111'],
    ['00000000-0000-4000-8000-000000000000', 'Yok', 'X'],
    [elsewhere, 'Başka depo', 'X'],
  ])
  const { created, updated, errors } = (await bring(world, admin, file)).json()
  expect([created, updated]).toEqual([1, 0])
  expect(errors).toEqual([
    'Satır 3: Fiyat "1.250" belirsiz; 1.250,00 ya da 1250 yazın',
    'Satır 4: Ürün adı zorunludur',
    'Satır 5: KDV oranı şunlardan biri olmalıdır: %0, %5, %10, %16',
    'Satır 6: Barkod "111" bu depoda başka bir üründe kullanılıyor',
    'Satır 7: ID "00000000-0000-4000-8000-000000000000" bu depoda bulunamadı',
    `Satır 8: ID "${elsewhere}" bu depoda bulunamadı`,
  ])
})

test('a row with an ID changes only its filled cells; stock moves by the difference and reservations stay', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [cheese, same] = [
    await world.product({ price: kurus(500) }),
    await world.product({ name: 'Aynı', price: kurus(700), barcode: '222' }),
  ]
  await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 4 }] })
  const before = (await products(world, admin, '?search=ayni'))[0]!.updated_at
  world.pass(60_000)
  const file = workbook([
    [cheese, null, null, null, null, '6,5', null, 12, null],
    [same, 'Aynı', null, null, null, 7, 10, 10, '222'],
  ])
  expect((await bring(world, admin, file)).json()).toEqual({ created: 0, updated: 1, errors: [] })
  expect((await world.get(`/admin/products/${cheese}`, admin)).json()).toMatchObject({
    name: 'Beyaz Peynir',
    price: 6.5,
    stock_quantity: 12,
    reserved_quantity: 4,
    available_quantity: 8,
    updated_at: world.now().toISOString(),
  })
  expect((await products(world, admin, '?search=ayni'))[0]!.updated_at).toBe(before)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('products may swap barcodes within one workbook, but not share one', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [one, two, three] = [
    await world.product({ name: 'Bir', barcode: '1' }),
    await world.product({ name: 'İki', barcode: '2' }),
    await world.product({ name: 'Üç', barcode: '3' }),
  ]
  const cell = (id: string, barcode: string): SheetCell[] => [id, null, null, null, null, null, null, null, barcode]
  expect((await bring(world, admin, workbook([cell(one, '2'), cell(two, '1')]))).json()).toEqual({
    created: 0,
    updated: 2,
    errors: [],
  })
  // The third claims the second's barcode, the second a taken one: the second keeps its own, so both are refused.
  await world.product({ name: 'Dört', barcode: '4' })
  const chain = (await bring(world, admin, workbook([cell(three, '1'), cell(two, '4')]))).json()
  expect(chain).toMatchObject({
    created: 0,
    updated: 0,
    errors: [expect.stringContaining('Satır 2'), expect.stringContaining('Satır 3')],
  })
  const barcodes = (await products(world, admin)).map(product => [product.name, product.barcode])
  expect(barcodes).toEqual([
    ['Bir', '2'],
    ['Dört', '4'],
    ['İki', '1'],
    ['Üç', '3'],
  ])
})

test('a barcode column shifted by one row is refused row by row, as fast as a valid one', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const goods = Array.from({ length: 8000 }, (_, i): SheetCell[] => [null, `Ürün ${i}`, ...blank(6), `${10_000 + i}`])
  expect((await bring(world, admin, workbook(goods))).json()).toMatchObject({ created: goods.length })
  const known = await world.db.selectFrom('products').select(['id', 'barcode']).orderBy('barcode').execute()
  const preview = async (by: number) => {
    const file = workbook(known.map(({ id }, i): SheetCell[] => [id, ...blank(7), known[i - by]?.barcode ?? null]))
    const before = process.cpuUsage()
    const summary: ImportSummary = (await bring(world, admin, file, { query: '?preview=1' })).json()
    return { summary, work: process.cpuUsage(before).user }
  }
  const [sound, slipped] = [await preview(0), await preview(1)]
  expect(sound.summary).toMatchObject({ created: 0, updated: 0, errors: [] })
  expect(slipped.summary).toMatchObject({ created: 0, updated: 0 })
  expect(slipped.summary.errors).toHaveLength(goods.length - 1)
  expect(slipped.summary.errors[1]).toBe('Satır 4: Barkod "10001" bu depoda başka bir üründe kullanılıyor')
  expect(slipped.work / sound.work).toBeLessThan(4)
})

const blank = (cells: number): null[] => Array.from({ length: cells }, () => null)

test('the real price list is imported completely, and searchable in Turkish', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const file = await readFile(new URL('../../e2e/data/price-list.xlsx', import.meta.url))
  expect((await bring(world, admin, file)).json()).toEqual({ created: 1251, updated: 0, errors: [] })
  expect((await world.get('/products', customer)).json()).toHaveLength(1251)
  const found = async (search: string) =>
    (await world.get(`/products?search=${encodeURIComponent(search)}`, customer)).json().length
  expect(await found('zeytin')).toBeGreaterThan(5)
  expect(await found('TURSU')).toBeGreaterThan(5)
  expect(await found('turşu')).toBe(await found('TURSU'))
  expect(await found('şurup')).toBeGreaterThan(10)
  expect(await found('SURUP')).toBe(await found('şurup'))
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the same file with the same key is imported once', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const file = workbook([[null, 'Bir kere']])
  const [first, again] = [
    await bring(world, admin, file, { key: 'k1' }),
    await bring(world, admin, file, { key: 'k1' }),
  ]
  expect(again.json()).toEqual(first.json())
  expect(await products(world, admin)).toHaveLength(1)
  expect((await bring(world, admin, workbook([[null, 'Başka']]), { key: 'k1' })).json().code).toBe(
    'idempotency_key_reused',
  )
})

const REFUSED: [what: string, make: () => Buffer | Promise<Buffer>, status: number, code: string][] = [
  ['a text file', () => Buffer.from('ürün;fiyat\nPeynir;12'), 400, 'not_a_workbook'],
  ['a broken workbook', () => workbook([[null, 'Peynir']]).subarray(0, 2000), 400, 'workbook_broken'],
  ['an encrypted workbook', encrypted, 400, 'workbook_encrypted'],
  ['a zip bomb', bomb, 400, 'workbook_too_large'],
  ['16,000 columns', () => workbook([Array.from({ length: 16_000 }, () => 1)]), 400, 'workbook_too_large'],
  ['50,001 rows', () => workbook(Array.from({ length: 50_001 }, () => [null, 'x'])), 400, 'workbook_too_large'],
  ['only a header', () => workbook([]), 400, 'workbook_empty'],
  ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 'PK'), 413, 'too_large'],
  ['nothing', () => Buffer.alloc(0), 400, 'file_missing'],
]

test('a file that is no workbook, or too large, is refused and changes nothing, also in a preview', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  for (const [what, make, status, code] of REFUSED) {
    const file = await make()
    for (const query of ['', '?preview=1']) {
      const response = await bring(world, admin, file, { query })
      expect([what, response.status, response.json().code]).toEqual([what, status, code])
    }
    expect([what, await products(world, admin)]).toEqual([what, []])
  }
})

test('a list with more columns than are read is imported, and the refusal of a long one says what to delete', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const wide = workbook([[null, 'Peynir', ...Array.from({ length: 60 }, () => null), 'not']])
  expect((await bring(world, admin, wide)).json()).toMatchObject({ created: 1, errors: [] })
  const long = workbook(Array.from({ length: 50_001 }, () => [null, 'x']))
  expect((await bring(world, admin, long)).json().detail).toBe(
    'Excel dosyası çok büyük: en fazla 50.000 satır ve 60 MB içerik okunabilir; resimleri, gereksiz sayfaları ve sütunları silin ya da dosyayı bölün',
  )
})

test('when the reading thread dies the reply is the call’s failure message, and the next request is served', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const file = workbook([[null, 'Peynir']])
  process.once('worker', thread => void thread.terminate())
  const [first, second] = [await bring(world, admin, file), await bring(world, admin, file)]
  expect([first.status, first.json().code, second.status]).toEqual([500, 'unexpected', 200])
  expect(await products(world, admin)).toHaveLength(1)
})

function encrypted(): Buffer {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(200))
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(8000, 7))
  return Buffer.from(CFB.write(container, { type: 'buffer' }))
}

/** A valid zip file with 61 MB of spaces, where 60 MB are allowed. */
function bomb(): Promise<Buffer> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
  const contents = `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`
  const nothing = Array.from({ length: 61 }, () => ' '.repeat(1e6))
  return buffer(
    zip([
      { name: '[Content_Types].xml', content: [contents] },
      { name: 'xl/worksheets/sheet1.xml', content: nothing },
    ]),
  )
}

test('without the field `file`, or as JSON, the message asks for a file', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const elsewhere = await bring(world, admin, workbook([[null, 'x']]), { field: 'dosya' })
  const json = await world.post('/admin/products/import-excel', admin, {})
  for (const response of [elsewhere, json])
    expect([response.status, response.json().detail]).toEqual([400, 'Lütfen bir Excel dosyası seçin'])
  expect((await bring(world, admin, workbook([[null, 'x']]), { query: '?warehouse=Depo' })).status).toBe(400)
})
