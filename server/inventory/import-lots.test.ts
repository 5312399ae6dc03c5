import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS, LOT_COLUMNS } from '#contract/inventory-columns.ts'
import { requireSuccess } from '../testing/callers.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download, type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026.

const IMPORT = '/admin/products/import-excel'
const L1 = { code: 'L1', expires_on: '2026-06-01' }
const L2 = { code: 'L2', expires_on: '2026-09-01', expiry_kind: 'tett' }

/** A product of which 6 are on hand of L1, 4 of L2 and 2 without a lot. */
async function makeStock(lot_tracking = 'asked') {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const id = await world.product({ name: 'Ezine', barcode: '8690000000012', lot_tracking: 'asked', on_hand: 2 })
  const items = [
    { product_id: id, quantity: 6, lot: L1 },
    { product_id: id, quantity: 4, lot: L2 },
  ]
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  requireSuccess(await world.put(`/admin/products/${id}`, admin, { lot_tracking }))
  const bring = async (rows: SheetCell[][], query = '', head: SheetCell[] = [...HEADINGS]) => {
    const file = workbookOf([head, ...rows])
    const preview = (await upload(world, admin, `${IMPORT}?preview=1${query}`, file)).json()
    const result = (await upload(world, admin, `${IMPORT}?preview=0${query}`, file)).json()
    const { created, updated, errors } = preview
    expect(result).toMatchObject({ created, updated, errors })
    expect(await world.ledgerDisagreements()).toEqual([])
    return { preview, result }
  }
  const lots = async () => {
    const all = await world.db.selectFrom('lots').selectAll().orderBy('code').orderBy('expires_on').execute()
    return all.map(lot => `${lot.code} ${lot.expires_on} ${lot.expiry_kind} ${lot.on_hand}`)
  }
  const figures = () => world.figures(id)
  return { world, admin, id, bring, lots, figures }
}

const HEADINGS = [...INVENTORY_COLUMNS, ...Object.keys(LOT_COLUMNS)]
/** A row of a product with only its stock and its lot. */
const row = (id: string | null, stock: SheetCell, ...lot: SheetCell[]): SheetCell[] => [
  id,
  ...Array.from({ length: 6 }, () => null),
  stock,
  null,
  ...lot,
]

test('a row with a lot sets the quantity on hand of the lot; that of the product changes by the difference', async () => {
  const { world, admin, id, bring, lots, figures } = await makeStock()
  const { preview, result } = await bring([
    row(id, 5, 'l1', '01.06.2026'),
    row(id, 7, 'L3', null, new Date('2026-12-31T00:00:00Z')),
    row(id, 4, 'L2'),
  ])
  expect(result).toEqual({ created: 0, updated: 2, errors: [] })
  const change = (before: number, after: number) => [{ field: 'stock_quantity', before, after }]
  expect(preview.rows).toMatchObject([
    { row: 2, product_name: 'Ezine', action: 'updated', lot: 'L1 · SKT 01.06.2026', changes: change(6, 5) },
    { row: 3, action: 'updated', lot: 'L3 · TETT 31.12.2026', changes: change(0, 7) },
    { row: 4, action: 'unchanged', lot: 'L2 · TETT 01.09.2026', changes: [] },
  ])
  expect(await lots()).toEqual(['L1 2026-06-01 skt 5', 'L2 2026-09-01 tett 4', 'L3 2026-12-31 tett 7'])
  expect(await figures()).toEqual({ on_hand: 18, reserved: 0 })
  const [movement] = (await world.get(`/admin/stock/ledger?product_id=${id}`, admin)).json()
  expect(movement).toMatchObject({ reason: 'import', on_hand_change: 6, note: 'liste.xlsx' })
})

test('a row without a lot sets the product’s total, and others its lots; also by heading and barcode', async () => {
  const { bring, lots, figures } = await makeStock()
  const head = ['Barkod', 'Parti No', 'Son Tüketim Tarihi', 'Miktar', 'Ürün Adı']
  const rows = [
    ['8690000000012', null, null, 20, 'Ezine peyniri'],
    ['8690000000012', 'L1', '2026-06-01', 9, null],
  ]
  const { preview } = await bring(rows, '&columns=headings&match=barcode', head)
  expect(preview.warnings[0]).toContain('Parti B, SKT C')
  expect(await lots()).toEqual(['L1 2026-06-01 skt 9', 'L2 2026-09-01 tett 4'])
  expect(await figures()).toEqual({ on_hand: 20, reserved: 0 })
  // The same in the other order.
  const below = [
    ['8690000000012', 'L1', '2026-06-01', 8, null],
    ['8690000000012', null, null, 21, 'Ezine peyniri'],
  ]
  const { result } = await bring(below, '&columns=headings&match=barcode', head)
  expect(result.errors).toEqual([])
  expect(await lots()).toEqual(['L1 2026-06-01 skt 8', 'L2 2026-09-01 tett 4'])
  expect(await figures()).toEqual({ on_hand: 21, reserved: 0 })
})

test('the expiry of a lot is stored from a column whose heading has its abbreviation in parentheses', async () => {
  const { bring, lots } = await makeStock()
  const head = [...INVENTORY_COLUMNS, 'Parti', 'Son Kullanma Tarihi (SKT)']
  const named = row(null, 5, 'L7', '31.12.2026').with(1, 'Zeytin').with(5, 90)
  const { result } = await bring([named], '', head)
  expect(result).toMatchObject({ created: 1, errors: [] })
  expect(await lots()).toContain('L7 2026-12-31 skt 5')
})

test('the fields of a product are imported from the next of its rows if the first is refused', async () => {
  const { world, id, bring, lots } = await makeStock()
  const other = await world.product({ barcode: '8690000000036' })
  const named = (name: string | null, price: SheetCell, barcode: SheetCell, stock: number, ...lot: SheetCell[]) =>
    row(id, stock, ...lot)
      .with(1, name)
      .with(5, price)
      .with(8, barcode)
  const first = await bring([
    named('Ezine peyniri', 320, null, 1, 'L1', '01.07.2026'),
    named('Ezine peyniri', 320, null, 3, 'L2'),
    named('Ezine peyniri', 320, null, 5, 'L3', '31.12.2026'),
  ])
  expect(first.result).toEqual({
    created: 0,
    updated: 2,
    errors: ['Satır 2: “L1” partisi SKT 01.06.2026 olarak kayıtlı'],
  })
  expect(
    first.preview.rows.map((one: { changes: { field: string }[] }) => one.changes.map(({ field }) => field)),
  ).toEqual([[], ['name', 'price', 'stock_quantity'], ['stock_quantity']])
  const stored = () =>
    world.db.selectFrom('products').select(['name', 'price', 'barcode']).where('id', '=', id).execute()
  expect(await stored()).toEqual([{ name: 'Ezine peyniri', price: 32_000, barcode: '8690000000012' }])
  expect(await lots()).toEqual(['L1 2026-06-01 skt 6', 'L2 2026-09-01 tett 3', 'L3 2026-12-31 skt 5'])
  // A row that repeats a barcode of another product is refused as the first one is.
  const taken = 'Barkod "8690000000036" bu depoda başka bir üründe kullanılıyor'
  const second = await bring([
    named(null, 330, '8690000000036', 2, 'L1'),
    named(null, 330, '8690000000036', 2, 'L2'),
    named(null, 330, null, 2, 'L3'),
  ])
  expect(second.result).toEqual({ created: 0, updated: 1, errors: [2, 3].map(at => `Satır ${at}: ${taken}`) })
  expect(await stored()).toEqual([{ name: 'Ezine peyniri', price: 33_000, barcode: '8690000000012' }])
  // It is free if its product gives it up in the same workbook.
  const swapped = [named(null, null, '8690000000036', 2, 'L1'), named(null, null, '8690000000036', 2, 'L2')]
  const third = await bring([...swapped, row(other, null).with(8, '8690000000043')])
  expect(third.result).toEqual({ created: 0, updated: 3, errors: [] })
  expect(await stored()).toMatchObject([{ barcode: '8690000000036' }])
})

test('refused rows are reported with their cells, and their workbook has the columns of lots', async () => {
  const { world, admin, id, bring, lots, figures } = await makeStock('required')
  const off = await world.product({ name: 'Zeytin' })
  const { result } = await bring([
    row(id, 1, 'L1', '01.07.2026'),
    row(id, 1, 'L1', null, '01.06.2026'),
    row(id, 1, 'L9', '31.12.2026', '31.12.2026'),
    row(id, 1, 'L9', '31.02.2026'),
    row(id, 1, null, '31.12.2026'),
    row(off, 1, 'L9', '31.12.2026'),
    row(id, 20),
    row(id, 6, 'L1'),
    row(id, 5, 'l1', '01.06.2026'),
    [id, 'Başka ad', null, null, null, null, null, 3, null, 'L2'],
  ])
  expect(result).toEqual({
    created: 0,
    updated: 0,
    errors: [
      'Satır 2: “L1” partisi SKT 01.06.2026 olarak kayıtlı',
      'Satır 3: “L1” partisi SKT 01.06.2026 olarak kayıtlı',
      'Satır 4: SKT ve TETT birlikte yazılamaz; birini boş bırakın',
      'Satır 5: SKT "31.02.2026" bir tarih değil; 31.12.2026 gibi yazın',
      'Satır 6: Tarihi yazılan partinin numarası zorunludur',
      'Satır 7: Bu ürünün parti takibi kapalıdır',
      'Satır 8: Bu ürünün parti numarası gereklidir',
      'Satır 10: Parti "l1" bu dosyada 9. satırda da var',
      'Satır 11: Ürün Adı 2. satırda başka; bir ürünün bütün satırlarında aynı olmalıdır',
    ],
  })
  expect(await lots()).toEqual(['L1 2026-06-01 skt 6', 'L2 2026-09-01 tett 4'])
  expect(await figures()).toEqual({ on_hand: 12, reserved: 0 })
  const [{ id: run }] = (await world.get('/admin/imports', admin)).json()
  const refused = (await world.get(`/admin/imports/refused-rows?import_id=${run}`, admin)).json()
  expect(refused[0].faults).toEqual([
    { column: 'SKT', value: '01.07.2026', message: '“L1” partisi SKT 01.06.2026 olarak kayıtlı' },
  ])
  const { bytes } = await download(world, admin, `/admin/imports/${run}/refused-rows/excel`)
  const [head, first] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(head).toEqual([...HEADINGS, 'Dosyadaki Satır', 'Hata'])
  expect(first?.slice(7, 12)).toEqual([1, null, 'L1', '01.07.2026', null])
  const again = await upload(world, admin, `${IMPORT}?preview=1`, Buffer.from(bytes))
  expect(again.json().warnings).toBe(undefined)
})

test('a total below the sum of the lots in the same file is refused, and so is a second total', async () => {
  const { id, bring, figures } = await makeStock()
  const { result } = await bring([row(id, 9, 'L1'), row(id, 11), row(id, 12)])
  expect(result.errors).toEqual([
    'Satır 3: Stok 11, ama dosyadakilerle partilerin toplamı 13 olur',
    `Satır 4: ID "${id}" bu dosyada 3. satırda da var`,
  ])
  expect(await figures()).toEqual({ on_hand: 15, reserved: 0 })
})

test('a warning names expired lots, which are blocked past their use-by date; a new product with a lot is tracked', async () => {
  const { world, id, bring, figures } = await makeStock()
  const { preview, result } = await bring([
    row(id, 3, 'ESKİ', '09.03.2026'),
    row(id, 2, 'ESKİ2', null, '09.03.2026'),
    [null, 'Tulum', 'Yayla', null, null, 90, null, 8, null, 'T1', '01.03.2026'],
  ])
  const [blocked, offered] = ['SKT geçti: parti engellenir, satılmaz', 'TETT geçti: siparişlere önerilmez']
  expect(preview.rows.map((one: { notes: string[] }) => one.notes)).toEqual([[blocked], [offered], [blocked]])
  const warnings = [`Satır 2: ${blocked}`, `Satır 3: ${offered}`, `Satır 4: ${blocked}`]
  expect(result).toEqual({ created: 1, updated: 2, errors: [], warnings: expect.arrayContaining(warnings) })
  expect(await figures()).toEqual({ on_hand: 17, reserved: 3 })
  const tulum = await world.db.selectFrom('products').selectAll().where('name', '=', 'Tulum').executeTakeFirstOrThrow()
  expect([tulum.lot_tracking, await world.figures(tulum.id)]).toEqual(['asked', { on_hand: 8, reserved: 8 }])
})

test('a new product with a barcode is imported with all of its lots, in a row for each', async () => {
  const { world, bring, lots } = await makeStock()
  const tulum = (barcode: string, stock: number, ...lot: SheetCell[]): SheetCell[] => [
    null,
    'Tulum',
    null,
    null,
    'KG',
    300,
    null,
    stock,
    barcode,
    ...lot,
  ]
  const barcode = '8690000000029'
  const { preview, result } = await bring([
    tulum(barcode, 8, 'T1', '01.06.2026'),
    row(null, 5, 'T2', '01.03.2026').with(8, barcode),
    tulum(barcode, 3, 'T3').with(1, 'Başka'),
    tulum(barcode, 2, 't1', '01.06.2026'),
    tulum('8690000000036', 1_000_000_000, 'T1'),
    tulum('8690000000036', 1, 'T2'),
    // The barcode of a product that exists already.
    tulum('8690000000012', 1, 'T1'),
    tulum('8690000000012', 1, 'T2'),
  ])
  expect(preview.rows[1]).toMatchObject({ product_name: 'Tulum', lot: 'L T2 · SKT 01.03.2026' })
  const tooMuch = 'Stok en fazla 1.000.000.000 olabilir'
  const taken = 'Barkod "8690000000012" bu depoda başka bir üründe kullanılıyor'
  expect(result).toMatchObject({
    created: 2,
    errors: [
      'Satır 4: Ürün Adı 2. satırda başka; bir ürünün bütün satırlarında aynı olmalıdır',
      'Satır 5: Parti "t1" bu dosyada 2. satırda da var',
      ...[6, 7].map(at => `Satır ${at}: ${tooMuch}`),
      ...[8, 9].map(at => `Satır ${at}: ${taken}`),
    ],
  })
  const { id, unit, lot_tracking } = await world.db
    .selectFrom('products')
    .selectAll()
    .where('barcode', '=', barcode)
    .executeTakeFirstOrThrow()
  // Goods past their use-by date are blocked.
  expect([unit, lot_tracking, await world.figures(id)]).toEqual(['KG', 'asked', { on_hand: 13, reserved: 5 }])
  expect(await lots()).toEqual(expect.arrayContaining(['T1 2026-06-01 skt 8', 'T2 2026-03-01 skt 5']))
})

test('a new product is created by the next of its rows if the first is refused, with the note on its missing price', async () => {
  const { world, bring, lots } = await makeStock()
  const tulum = (stock: number, ...lot: SheetCell[]) =>
    row(null, stock, ...lot)
      .with(1, 'Tulum')
      .with(8, '8690000000029')
  const { preview, result } = await bring([
    // A text may be the code of a known lot, so it is refused only once the products are known.
    tulum(8, '1,23457E+17', '01.06.2026'),
    tulum(5, 'T2', '01.06.2026'),
    tulum(4, 'T3'),
  ])
  const note = 'Fiyat yok: ₺0,00 ile satışa çıkar'
  expect(result).toMatchObject({
    created: 2,
    errors: [expect.stringMatching(/^Satır 2: Parti .* basamaklarını yitirmiş/)],
    warnings: [`Satır 3: ${note}`],
  })
  expect(preview.warnings).toContain('1 yeni ürünün fiyatı yok; ₺0,00 ile satışa çıkar')
  expect(preview.rows.map(({ notes }: { notes?: string[] }) => notes)).toEqual([undefined, [note], undefined])
  expect(await lots()).toEqual(expect.arrayContaining(['T2 2026-06-01 skt 5', 'T3 null null 4']))
  const { id } = await world.db
    .selectFrom('products')
    .select('id')
    .where('name', '=', 'Tulum')
    .executeTakeFirstOrThrow()
  expect(await world.figures(id)).toEqual({ on_hand: 9, reserved: 0 })
})

test('orders that would get a lot that the workbook empties get other lots', async () => {
  const { world, admin, id, bring } = await makeStock()
  const items = [{ product_id: id, quantity: 3 }]
  const order = requireSuccess(await world.post('/orders', await world.customer(), { items })).json()
  requireSuccess(await world.put(`/admin/orders/${order.id}/status`, admin, { status: 'hazirlaniyor' }))
  await bring([row(id, 0, 'L1')])
  const picks = await world.db.selectFrom('lots').select(['code', 'picked']).where('picked', '>', 0).execute()
  expect(picks).toEqual([{ code: 'L2', picked: 3 }])
})

test('importing the list of lots as it was downloaded changes nothing; stock that has moved since stays', async () => {
  const { world, admin, id, lots } = await makeStock()
  const { bytes } = await download(world, admin, '/admin/lots/excel')
  const bring = async (query: string) => (await upload(world, admin, `${IMPORT}?${query}`, Buffer.from(bytes))).json()
  const { rows, warnings, exported_at } = await bring('preview=1')
  expect(rows.map((one: { action: string; lot: string }) => `${one.action} ${one.lot}`)).toEqual([
    'unchanged L1 · SKT 01.06.2026',
    'unchanged L2 · TETT 01.09.2026',
  ])
  expect([warnings, exported_at]).toEqual([undefined, world.now().toISOString()])
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 5, lot: L1 }))
  const kept = await bring('preview=0')
  expect(kept).toMatchObject({ updated: 0, errors: [] })
  expect(kept.warnings[0]).toContain('dışa aktarımdan sonra 5 geldi (dosyada 6, elde 11)')
  expect((await lots())[0]).toBe('L1 2026-06-01 skt 11')
  expect((await bring('preview=1&stock=keep')).rows[0].action).toBe('unchanged')
})

test('importing the list changes nothing of lots with the same code, one without a date, of a product no longer tracked', async () => {
  const { world, admin, id, bring } = await makeStock()
  for (const lot of [{ code: 'X' }, { code: 'X', expires_on: '2026-06-01' }])
    requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 3, lot }))
  requireSuccess(await world.put(`/admin/products/${id}`, admin, { lot_tracking: 'off' }))
  const { bytes } = await download(world, admin, '/admin/lots/excel')
  const { rows } = (await upload(world, admin, `${IMPORT}?preview=1`, Buffer.from(bytes))).json()
  expect(rows.map((one: { action: string }) => one.action)).toEqual(Array(4).fill('unchanged'))
  const { result } = await bring([row(id, 2, 'X'), row(id, 1, 'X', '01.06.2026'), row(id, 1, 'Y')])
  expect(result).toMatchObject({ updated: 2, errors: ['Satır 4: Bu ürünün parti takibi kapalıdır'] })
})

test('a row without a date in an exported list is that of the lot without one, even if its goods have left since', async () => {
  const { world, admin, id, bring, lots } = await makeStock()
  const receive = async (lot: object) =>
    requireSuccess(await world.post('/admin/stock/receipts', admin, { items: [{ product_id: id, quantity: 3, lot }] }))
  await receive({ code: 'X' })
  const { bytes } = await download(world, admin, '/admin/lots/excel')
  const stored = (await world.get(`/admin/lots?product_id=${id}`, admin)).json()
  const undated = stored.find(({ code }: { code: string }) => code === 'X')
  requireSuccess(await world.post(`/admin/lots/${undated.id}/write-off`, admin, { quantity: 3, reason: 'Ezik' }))
  for (const _ of [1, 2]) await receive({ code: 'X', expires_on: '2026-08-01' })
  const result = (await upload(world, admin, `${IMPORT}?preview=0`, Buffer.from(bytes))).json()
  expect(result.warnings).toEqual([
    expect.stringContaining('Stok değiştirilmedi; dışa aktarımdan sonra 3 çıktı (dosyada 3, elde 0)'),
  ])
  expect((await lots()).slice(2)).toEqual(['X 2026-08-01 skt 6', 'X null null 0'])
  // In a workbook of the user's own, the date of the only lot on hand may be left blank.
  await bring([row(id, 5, 'X')])
  expect((await lots()).slice(2)).toEqual(['X 2026-08-01 skt 5', 'X null null 0'])
})

test('lots of a product that has another unit since are only set together, as their quantities are in the unit of the file', async () => {
  const { world, admin, id, lots } = await makeStock()
  const receipt = { items: [{ product_id: id, quantity: 3, lot: { code: 'L3', expires_on: '2026-12-31' } }] }
  requireSuccess(await world.post('/admin/stock/receipts', admin, receipt))
  const { bytes } = await download(world, admin, '/admin/lots/excel')
  const book = xlsx.read(bytes, { cellNF: true })
  // The stock of L3, the only lot that does not move.
  book.Sheets[book.SheetNames[0]!]!.H4 = { t: 'n', v: 30 }
  const file: Buffer = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
  requireSuccess(await world.put(`/admin/products/${id}`, admin, { unit: 'PAKET' }))
  const stored = (await world.get(`/admin/lots?product_id=${id}`, admin)).json()
  for (const [code, quantity] of [
    ['L1', 5],
    ['L2', 2],
  ]) {
    const lot = stored.find((one: { code: string }) => one.code === code)
    requireSuccess(await world.post(`/admin/lots/${lot.id}/write-off`, admin, { quantity, reason: 'Birim' }))
  }
  const bring = async (update_stock: string) =>
    (await upload(world, admin, `${IMPORT}?preview=0`, file, { fields: { update_stock } })).json()
  const present = async () => [
    (await world.get(`/admin/products/${id}`, admin)).json().unit,
    ...(await lots()).map(lot => Number(lot.split(' ').at(-1))),
  ]
  for (const ticked of ['2:1', '3:2', '4:3']) {
    const { updated, errors, warnings } = await bring(ticked)
    // The user has decided about the movements of the ticked row.
    const why = (row: number, left: number) =>
      ticked.startsWith(`${row}:`) ? 'dosyadaki miktar başka birimde' : `dışa aktarımdan sonra ${left} çıktı`
    expect([updated, errors, warnings]).toEqual([
      0,
      [],
      [
        'Satır 2: Birim PAKET olarak kalır, dosyada ADET; yalnızca ürünün dosyadaki bütün stoğuyla birlikte değiştirilir',
        `Satır 2: Stok değiştirilmedi; ${why(2, 5)} (dosyada 6, elde 1)`,
        `Satır 3: Stok değiştirilmedi; ${why(3, 2)} (dosyada 4, elde 2)`,
        'Satır 4: Stok değiştirilmedi; dosyadaki miktar başka birimde (dosyada 30, elde 3)',
      ],
    ])
    expect(await present()).toEqual(['PAKET', 1, 2, 3])
  }
  expect(await bring('2:1,3:2')).toMatchObject({ updated: 3, errors: [] })
  expect(await present()).toEqual(['ADET', 6, 4, 30])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('the import of another unit says so if the product has lots that the workbook does not set', async () => {
  const { world, admin, bring, id, figures } = await makeStock()
  const inUnit = (unit: string, stock: SheetCell, ...lot: SheetCell[]) => {
    const cells = row(id, stock, ...lot)
    cells[INVENTORY_COLUMNS.indexOf('Birim')] = unit
    return cells
  }
  const note = (unit: string) => `Partileri eski birimle (${unit}) girilmişti; ürünü partileriyle sayın`
  // The lots were entered in the unit to which the product returns.
  world.pass(1000)
  requireSuccess(await world.put(`/admin/products/${id}`, admin, { unit: 'PAKET' }))
  expect((await bring([inUnit('ADET', 12)])).result).toEqual({ created: 0, updated: 1, errors: [] })
  const alone = await bring([inUnit('PAKET', 3)])
  expect(alone.preview.rows[0].notes).toEqual([note('ADET')])
  expect(alone.result.warnings).toEqual([`Satır 2: ${note('ADET')}`])
  expect(await figures()).toEqual({ on_hand: 3, reserved: 0 })
  // Each lot that has goods is set in the unit of the file, unless the stock is not imported.
  const lots = [inUnit('KG', 2, 'L2')]
  expect((await bring(lots, '&stock=keep')).result.warnings).toEqual([`Satır 2: ${note('PAKET')}`])
  lots[0]![INVENTORY_COLUMNS.indexOf('Birim')] = 'LT'
  expect((await bring(lots)).result.warnings).toBeUndefined()
})

test('lots that moved since the export stay although the stock of their product is the same again', async () => {
  const { world, admin, id, lots } = await makeStock()
  const { bytes } = await download(world, admin, '/admin/lots/excel')
  const bring = async () => (await upload(world, admin, `${IMPORT}?preview=0`, Buffer.from(bytes))).json()
  requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id: id, quantity: 5, lot: L2 }))
  const [first] = (await world.get(`/admin/lots?product_id=${id}`, admin)).json()
  requireSuccess(await world.post(`/admin/lots/${first.id}/write-off`, admin, { quantity: 5, reason: 'Ezik' }))
  expect(await bring()).toMatchObject({
    updated: 0,
    warnings: [
      'Satır 2: Stok değiştirilmedi; dışa aktarımdan sonra 5 çıktı (dosyada 6, elde 1)',
      'Satır 3: Stok değiştirilmedi; dışa aktarımdan sonra 5 geldi (dosyada 4, elde 9)',
    ],
  })
  expect(await lots()).toEqual(['L1 2026-06-01 skt 1', 'L2 2026-09-01 tett 9'])
})

test('a barcode is free for another row only if the row that gives it up is not refused because of its lot', async () => {
  const { world, id, bring } = await makeStock()
  const other = await world.product({ name: 'Tulum', barcode: '8690000000029' })
  const named = (product: string, barcode: string, ...lot: SheetCell[]) => [
    product,
    ...Array.from({ length: 7 }, () => null),
    barcode,
    ...lot,
  ]
  const { result } = await bring([named(id, '8690000000036', 'L1', '01.07.2026'), named(other, '8690000000012')])
  expect(result).toEqual({
    created: 0,
    updated: 0,
    errors: [
      'Satır 2: “L1” partisi SKT 01.06.2026 olarak kayıtlı',
      'Satır 3: Barkod "8690000000012" bu depoda başka bir üründe kullanılıyor',
    ],
  })
})

test('a lot whose code a spreadsheet has changed is refused with the reason, unless it is known by that code', async () => {
  const { world, admin, id, bring, lots } = await makeStock()
  const known = { product_id: id, quantity: 3, lot: { code: '4,5E+12' } }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items: [known] }))
  const before = await lots()
  const { result } = await bring([
    row(id, 1, new Date('2024-12-01T00:00:00Z'), '31.12.2026'),
    row(id, 1, 1.23456789012346e19, '31.12.2026'),
    row(id, 1, '1,23E+19', '31.12.2026'),
    row(id, 1, 'x'.repeat(601), '31.12.2026'),
    row(id, 1, true, '31.12.2026'),
    [null, 'Tulum', null, null, null, null, null, 1, null, '1,23E+19'],
    row(id, 3, '4,5e+12'),
  ])
  const again = 'basamaklarını yitirmiş; hücreyi metin yapıp parti numarasını yeniden yazın'
  expect(result).toEqual({
    created: 0,
    updated: 0,
    errors: [
      'Satır 2: Parti bir tarih olarak kaydedilmiş; hücreyi metin veya sayı yapıp yeniden yazın',
      `Satır 3: Parti "12345678901234600000" ${again}`,
      `Satır 4: Parti "1,23E+19" ${again}`,
      'Satır 5: Parti hücresindeki metin çok uzun',
      'Satır 6: Parti hücresinde DOĞRU veya YANLIŞ yazıyor',
      `Satır 7: Parti "1,23E+19" ${again}`,
    ],
  })
  expect(await lots()).toEqual(before)
})

test('a number with a fraction is the code of a lot, a known or a new one', async () => {
  const { world, admin, id, bring, lots } = await makeStock()
  const known = { product_id: id, quantity: 3, lot: { code: '24.5' } }
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items: [known] }))
  const { result } = await bring([row(id, 5, 24.5), row(id, 1, 25.75, '31.12.2026')])
  expect(result).toEqual({ created: 0, updated: 2, errors: [] })
  expect(await lots()).toEqual([
    '24.5 null null 5',
    '25.75 2026-12-31 skt 1',
    'L1 2026-06-01 skt 6',
    'L2 2026-09-01 tett 4',
  ])
})

test('a list with dates but no column for lot codes is imported without the dates', async () => {
  const { id, bring, lots, figures } = await makeStock()
  const before = await lots()
  // The portal's own lists had the last heading earlier.
  const places = await bring([[...row(id, 15, '31.12.2026'), 150]], '', [...INVENTORY_COLUMNS, 'SKT', 'Değer'])
  expect(places.result).toMatchObject({ updated: 1, errors: [] })
  expect(places.preview.warnings).toEqual(['Tanınmayan başlıklar: J “SKT” (okunmaz).'])
  const head = ['Barkod', 'Stok', 'Son Tüketim Tarihi']
  const headings = await bring([['8690000000012', 16, '31.12.2026']], '&columns=headings&match=barcode', head)
  expect(headings.result).toMatchObject({ updated: 1, errors: [] })
  expect(headings.preview.warnings).toContain('Okunmayan sütunlar: C “Son Tüketim Tarihi”.')
  expect([await lots(), await figures()]).toEqual([before, { on_hand: 16, reserved: 0 }])
})
