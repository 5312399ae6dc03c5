import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS, type InventoryColumn, LOT_PLACES } from '#contract/inventory-columns.ts'
import type { Cell, WorkbookRow } from '../documents/workbook.ts'
import { readProductRows } from './product-rows.ts'

const KNOWN = { vatRates: [0, 5, 10, 16], categories: ['Bakliyat'], present: new Map() }
const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

const FIELDS = {
  'Ürün Adı': 'name',
  Marka: 'brand',
  Kategori: 'category',
  Birim: 'unit',
  Fiyat: 'price',
  'KDV Oranı': 'vat_rate',
  Stok: 'stock_quantity',
  Barkod: 'barcode',
} as const

const HEADER: WorkbookRow = { row: 1, cells: [...INVENTORY_COLUMNS] }

const cellsOf = (filled: Partial<Record<InventoryColumn, Cell>>): Cell[] =>
  INVENTORY_COLUMNS.map(column => filled[column] ?? null)

const read = (...rows: WorkbookRow[]) => readProductRows([HEADER, ...rows], KNOWN)

test('a row with the sums of the list creates no product, but one with a barcode does', async () => {
  const sums = [
    'TOPLAM',
    'Genel Toplam:',
    'ARA  TOPLAM',
    'KDV Toplamı',
    'KDV DAHİL GENEL TOPLAM',
    'Genel Toplam (KDV Dahil)',
    'Mal Hizmet Toplam Tutarı',
    'Vergiler Dahil Toplam Tutar',
    'Toplam USD',
    'YEKÜN',
    'Toplam Tutar',
    'KDV Dahil Toplam (TL)',
    'Grand Total',
  ]
  const products = ['Toplam Kalite Un', 'Total Deterjan', 'Toplama Sepeti', 'Toplam 5']
  const rows = [...sums, ...products].map((name, i) => ({
    row: i + 2,
    cells: cellsOf({ 'Ürün Adı': name, Fiyat: 1234.5 }),
  }))
  const named = { row: 20, cells: cellsOf({ 'Ürün Adı': 'Toplam', Barkod: '8690637012345' }) }
  const known = { row: 21, cells: cellsOf({ ID, 'Ürün Adı': 'Toplam' }) }
  const result = await read(...rows, named, known)
  expect(result.rows.map(({ fields }) => fields.name)).toEqual([...products, 'Toplam', 'Toplam'])
  expect(result.errors).toEqual(
    sums.map((name, i) => ({
      row: i + 2,
      column: 'Ürün Adı',
      message: `Satır ${i + 2}: "${name}" bir toplam satırı gibi; ürünse barkodunu da yazın`,
    })),
  )
})

test.each<[keyof typeof FIELDS, Cell, string | number]>([
  ['Ürün Adı', '  Iğdır Kayısısı ', 'Iğdır Kayısısı'],
  ['Ürün Adı', 7, '7'],
  ['Ürün Adı', '=HYPERLINK("x")', '=HYPERLINK("x")'],
  ['Marka', 1881, '1881'],
  ['Kategori', 'ICECEKLER', 'İçecekler'],
  ['Kategori', 'içecekler', 'İçecekler'],
  ['Kategori', ' kuru  gida ', 'Kuru Gıda'],
  ['Kategori', 'SOKLU MEYVE PURE', 'Şoklu Meyve Püre'],
  ['Kategori', 'bakliyat', 'Bakliyat'],
  ['Kategori', 'GENEL', 'Genel'],
  ['Kategori', 'Temizlik ürünleri', 'Temizlik ürünleri'],
  ['Birim', 'adet', 'ADET'],
  ['Birim', ' Kg', 'KG'],
  ['Birim', 'pAkEt', 'PAKET'],
  ['Fiyat', 287.97, 28797],
  ['Fiyat', 1250, 125000],
  ['Fiyat', 1.25, 125],
  ['Fiyat', 0.1 + 0.2, 30],
  ['Fiyat', 0, 0],
  ['Fiyat', 9_999_999.99, 999_999_999],
  ['Fiyat', '287,97', 28797],
  ['Fiyat', '1.234,50', 123450],
  ['Fiyat', '1234,5', 123450],
  ['Fiyat', '₺ 12,00', 1200],
  ['Fiyat', '₺12', 1200],
  ['Fiyat', '12,5 TL', 1250],
  ['Fiyat', '12,50TL', 1250],
  ['Fiyat', '12,50\u00a0₺', 1250],
  ['Fiyat', '1.250,00', 125000],
  ['Fiyat', '1250', 125000],
  ['Fiyat', '1.250.000', 125_000_000],
  ['Fiyat', '12.5', 1250],
  ['Fiyat', '1,234.50', 123450],
  ['Fiyat', '1 250,00', 125000],
  ['KDV Oranı', 16, 16],
  ['KDV Oranı', '%10', 10],
  ['KDV Oranı', '5 %', 5],
  ['KDV Oranı', 0.1, 10],
  ['KDV Oranı', 0, 0],
  ['Stok', 12, 12],
  ['Stok', '1.250', 1250],
  ['Stok', '1.001', 1001],
  ['Stok', '40', 40],
  ['Stok', '12,0', 12],
  ['Barkod', 8690637012345, '8690637012345'],
  ['Barkod', '08690637012345', '08690637012345'],
  ['Barkod', ' ABC-1 ', 'ABC-1'],
  ['Barkod', 0, '0'],
])('%s %j is read as %j', async (column, cell, expected) => {
  const { rows, errors } = await read({ row: 2, cells: cellsOf({ ID, [column]: cell }) })
  expect(errors).toEqual([])
  expect(rows).toEqual([{ row: 2, id: ID, fields: { [FIELDS[column]]: expected } }])
})

test.each<[InventoryColumn, Cell, string]>([
  ['ID', 'ürün-1', 'ID "ürün-1" geçersiz; yeni ürün için boş bırakın'],
  ['ID', 17, 'ID "17" geçersiz; yeni ürün için boş bırakın'],
  ['Ürün Adı', 'a\u0007b', 'Ürün adı geçersiz karakter içeriyor'],
  ['Ürün Adı', 'yarım\ud83c', 'Ürün adı geçersiz karakter içeriyor'],
  ['Ürün Adı', 'x'.repeat(201), 'Ürün adı en fazla 200 karakter olabilir'],
  ['Marka', true, 'Marka hücresinde DOĞRU veya YANLIŞ yazıyor'],
  ['Kategori', 'k'.repeat(201), 'Kategori en fazla 200 karakter olabilir'],
  ['Birim', 'koli', 'Birim "koli" geçersiz; şunlardan biri olmalıdır: ADET, KG, LT, PAKET'],
  ['Birim', 'ADEŦ', 'Birim "ADEŦ" geçersiz; şunlardan biri olmalıdır: ADET, KG, LT, PAKET'],
  ['Fiyat', '1.250', 'Fiyat "1.250" belirsiz; 1.250,00 ya da 1250 yazın'],
  ['Fiyat', '₺1.250', 'Fiyat "₺1.250" belirsiz; 1.250,00 ya da 1250 yazın'],
  ['Fiyat', '1,250', 'Fiyat "1,250" en fazla iki ondalık basamaklı olabilir'],
  ['Fiyat', '0.250', 'Fiyat "0.250" en fazla iki ondalık basamaklı olabilir'],
  ['Fiyat', 12.345, 'Fiyat en fazla iki ondalık basamaklı olabilir'],
  ['Fiyat', -1, 'Fiyat 0 veya daha büyük olmalıdır'],
  ['Fiyat', '-1,50', 'Fiyat 0 veya daha büyük olmalıdır'],
  ['Fiyat', 10_000_000, 'Fiyat en fazla 9.999.999,99 olabilir'],
  ['Fiyat', 'sorunuz', 'Fiyat "sorunuz" bir sayı değil'],
  ['Fiyat', '12,5,0', 'Fiyat "12,5,0" bir sayı değil'],
  ['Fiyat', '1.25.000', 'Fiyat "1.25.000" bir sayı değil'],
  ['Fiyat', '12,', 'Fiyat "12," bir sayı değil'],
  ['Fiyat', '0x10', 'Fiyat "0x10" bir sayı değil'],
  ['Fiyat', '1e3', 'Fiyat "1e3" bir sayı değil'],
  ['Fiyat', '$12', 'Fiyat "$12" bir sayı değil'],
  ['Fiyat', { error: '#N/A' }, 'Fiyat hücresinde Excel hatası var: #N/A'],
  [
    'Fiyat',
    new Date(Date.UTC(2026, 11, 5)),
    'Fiyat bir tarih olarak kaydedilmiş; hücreyi metin veya sayı yapıp yeniden yazın',
  ],
  ['KDV Oranı', 18, 'KDV oranı şunlardan biri olmalıdır: %0, %5, %10, %16'],
  ['KDV Oranı', 0.18, 'KDV oranı şunlardan biri olmalıdır: %0, %5, %10, %16'],
  ['KDV Oranı', '%yüz', 'KDV oranı "%yüz" bir sayı değil'],
  ['Stok', -3, 'Stok miktarı negatif olamaz'],
  ['Stok', 2.5, 'Stok tam sayı olmalıdır'],
  ['Stok', 'çok', 'Stok "çok" bir sayı değil'],
  ['Stok', ' 12,000', 'Stok "12,000" belirsiz; 12000 ya da 12 yazın'],
  ['Stok', '1,250', 'Stok tam sayı olmalıdır'],
  ['Stok', 1_000_000_001, 'Stok en fazla 1.000.000.000 olabilir'],
  ['Barkod', '8,69064E+12', 'Barkod "8,69064E+12" basamaklarını yitirmiş; hücreyi metin yapıp barkodu yeniden yazın'],
  ['Barkod', 12.5, 'Barkod "12.5" basamaklarını yitirmiş; hücreyi metin yapıp barkodu yeniden yazın'],
  ['Barkod', 'b'.repeat(65), 'Barkod en fazla 64 karakter olabilir'],
])('%s %j is refused: %s', async (column, cell, sentence) => {
  const { rows, errors } = await read({ row: 14, cells: cellsOf({ 'Ürün Adı': 'Zeytin', [column]: cell }) })
  expect(rows).toEqual([])
  expect(errors).toEqual([{ row: 14, column, message: `Satır 14: ${sentence}` }])
})

test('a row without an ID takes the defaults where it is blank', async () => {
  expect((await read({ row: 2, cells: [null, 'Zeytin', '', null, '  '] })).rows).toEqual([
    {
      row: 2,
      id: undefined,
      fields: {
        name: 'Zeytin',
        brand: '',
        category: 'Genel',
        unit: 'ADET',
        price: 0,
        vat_rate: 10,
        stock_quantity: 0,
        barcode: null,
      },
      hasNoPrice: true,
    },
  ])
})

test('on a row with an ID a blank cell changes nothing', async () => {
  expect((await read({ row: 2, cells: cellsOf({ ID: ` ${ID.toUpperCase()}`, Marka: ' ', Stok: 5 }) })).rows).toEqual([
    { row: 2, id: ID, fields: { stock_quantity: 5 } },
  ])
})

test('a new product needs a name', async () => {
  expect(await read({ row: 3, cells: cellsOf({ Fiyat: 12 }) })).toMatchObject({
    rows: [],
    errors: [{ row: 3, column: 'Ürün Adı', message: 'Satır 3: Ürün adı zorunludur' }],
  })
})

test('rows of spaces are skipped, and cells right of the columns are ignored', async () => {
  const beyond = [...cellsOf({ 'Ürün Adı': 'Zeytin' }), { error: '#REF!' }, 'not']
  const { rows, errors } = await read({ row: 2, cells: [' ', '\u00a0', null] }, { row: 5, cells: beyond })
  expect(rows.map(({ row }) => row)).toEqual([5])
  expect(errors).toEqual([])
})

test('a text of megabytes is refused as too long', async () => {
  const cells = cellsOf({
    ID: 'a'.repeat(5e6),
    'Ürün Adı': 'Zeytin',
    Kategori: 'ç '.repeat(5e6),
    Fiyat: '1 '.repeat(5e6),
  })
  const { errors } = await read({ row: 2, cells })
  expect(errors.map(({ message }) => message)).toEqual(
    ['ID', 'Kategori', 'Fiyat'].map(column => `Satır 2: ${column} hücresindeki metin çok uzun`),
  )
})

test('every error of a row is reported, and the other rows are read', async () => {
  const { rows, errors } = await read(
    { row: 2, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Fiyat: '1.250', Birim: 'kasa' }) },
    { row: 3, cells: cellsOf({ 'Ürün Adı': 'Peynir' }) },
  )
  expect(rows.map(({ row }) => row)).toEqual([3])
  expect(errors.map(({ column }) => column)).toEqual(['Birim', 'Fiyat'])
})

test('a barcode or an ID that occurs twice in a file is refused the second time', async () => {
  const { rows, errors } = await read(
    { row: 2, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Barkod: 8690637012345, Fiyat: 'hata' }) },
    { row: 3, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Barkod: 8690637012345 }) },
    { row: 4, cells: cellsOf({ ID, Stok: 1 }) },
    { row: 7, cells: cellsOf({ ID, Barkod: '8690637012345' }) },
  )
  expect(rows.map(({ row }) => row)).toEqual([3, 4])
  expect(errors.map(({ message }) => message)).toEqual([
    'Satır 2: Fiyat "hata" bir sayı değil',
    `Satır 7: ID "${ID}" bu dosyada 4. satırda da var`,
    'Satır 7: Barkod "8690637012345" bu dosyada 3. satırda da var',
  ])
})

test('a barcode that occurs twice in a file creates one product, also in two spellings', async () => {
  const padded = await read(
    { row: 2, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Barkod: '8690637012341' }) },
    { row: 3, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Barkod: '08690637012341' }) },
    // A known product may have its own spelling.
    { row: 4, cells: cellsOf({ ID, Barkod: '012345678905' }) },
    { row: 5, cells: cellsOf({ ID: ID.replace('3301', '3302'), Barkod: '12345678905' }) },
  )
  expect(padded.rows.map(({ row }) => row)).toEqual([2, 4, 5])
  expect(padded.errors.map(({ message }) => message)).toEqual([
    'Satır 3: Barkod "08690637012341" bu dosyada 2. satırda da var',
  ])
  // It also keeps the one that it has if a row before it is the refused one.
  const present = new Map([[ID, { barcode: '8690637012341' }]])
  const sheet = [
    HEADER,
    { row: 2, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Barkod: '08690637012341' }) },
    { row: 3, cells: cellsOf({ ID, Barkod: '8690637012341' }) },
  ]
  expect((await readProductRows(sheet, { ...KNOWN, present })).errors).toEqual([])
  const lot = (row: number, Barkod: string, code: string) => {
    const cells = cellsOf({ 'Ürün Adı': 'Zeytin', Barkod, Stok: 1 })
    cells[LOT_PLACES.Parti] = code
    return { row, cells }
  }
  const lots = [HEADER, lot(2, '012345678905', 'L1'), lot(3, '12345678905', 'L2'), lot(4, '012345678905', 'L3')]
  const { rows, errors } = await readProductRows(lots, { ...KNOWN, hasLots: true })
  expect(rows.map(({ row }) => row)).toEqual([2, 4])
  expect(errors.map(({ message }) => message)).toEqual([
    'Satır 3: Barkod 2. satırda başka; bir ürünün bütün satırlarında aynı olmalıdır',
  ])
})

test('numbers up to Excel’s 15 digits are barcodes, longer ones have lost digits', async () => {
  const barcode = (cell: number) => read({ row: 2, cells: cellsOf({ 'Ürün Adı': 'Zeytin', Barkod: cell }) })
  expect((await barcode(123_456_789_012_345)).rows[0]?.fields.barcode).toBe('123456789012345')
  expect((await barcode(1_234_567_890_123_450)).errors).toHaveLength(1)
})

test('a product’s current values stay valid: a rate that is no longer allowed, a category or barcode of its own', async () => {
  const present = { name: '8E+5', brand: '', category: 'sos', unit: 'KOLİ', vat_rate: 18, barcode: '8E+12' }
  const cells = cellsOf({
    ID,
    'Ürün Adı': '8E+5',
    Kategori: ' sos',
    Birim: 'KOLİ',
    'KDV Oranı': 18,
    Barkod: '8E+12',
    Stok: '1.250',
  })
  const known = { ...KNOWN, present: new Map([[ID, present]]) }
  const { rows, errors } = await readProductRows([HEADER, { row: 2, cells }], known)
  expect(errors).toEqual([])
  const { brand: _, ...rest } = present
  expect(rows).toEqual([{ row: 2, id: ID, fields: { ...rest, stock_quantity: 1250 } }])
  expect((await readProductRows([HEADER, { row: 2, cells }], KNOWN)).errors).toHaveLength(3)
})

test('without an allowed default, a row that creates a product needs a rate, unless it adds a lot to one', async () => {
  const known = { ...KNOWN, vatRates: [1, 20] }
  const rates = 'KDV oranı şunlardan biri olmalıdır: %1, %20'
  const { rows, errors } = await readProductRows(
    [
      HEADER,
      { row: 2, cells: cellsOf({ 'Ürün Adı': 'Zeytin' }) },
      { row: 3, cells: cellsOf({ Stok: 2 }) },
      { row: 4, cells: cellsOf({ 'Ürün Adı': 'Zeytin', 'KDV Oranı': 10 }) },
      { row: 5, cells: cellsOf({ 'Ürün Adı': 'Zeytin', 'KDV Oranı': 20, Barkod: '111' }).concat('L1', '2026-09-01') },
      { row: 6, cells: cellsOf({ Barkod: '111' }).concat('L2', '2026-09-01') },
      { row: 7, cells: cellsOf({ ID, 'Ürün Adı': 'Zeytin' }) },
    ],
    { ...known, hasLots: true },
  )
  expect(errors.map(({ message }) => message)).toEqual([
    `Satır 2: ${rates}`,
    'Satır 3: Ürün adı zorunludur',
    `Satır 3: ${rates}`,
    `Satır 4: ${rates}`,
  ])
  expect(rows.map(({ row, fields }) => [row, fields.vat_rate])).toEqual([
    [5, 20],
    [6, 20],
    [7, undefined],
  ])
})
