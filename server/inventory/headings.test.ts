import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import type { Cell } from '../documents/workbook.ts'
import { findMisplacedHeadings, headingsByColumn, headingsIn, kindOfFirstRow, lotHeadings } from './headings.ts'

const wrongIn = (cells: Cell[]) =>
  findMisplacedHeadings(headingsIn(cells)).map(({ letters, text }) => `${letters} ${text}`)

test.each([
  ['Stok', 'Stok'],
  ['STOK MİKTARI', 'Stok'],
  ['stok adedi', 'Stok'],
  ['Miktar', 'Stok'],
  ['Quantity', 'Stok'],
  ['stock_quantity', 'Stok'],
  ['KDV', 'KDV Oranı'],
  ['Kdv %', 'KDV Oranı'],
  ['KDV (%)', 'KDV Oranı'],
  ['kdv oranı', 'KDV Oranı'],
  ['FİYAT', 'Fiyat'],
  ['Birim Fiyat', 'Fiyat'],
  ['Birim fiyatı (₺)', 'Fiyat'],
  ['Fiyat TL', 'Fiyat'],
  ['Ürün', 'Ürün Adı'],
  ['ÜRÜN ADI', 'Ürün Adı'],
  ['Stok Adı', 'Ürün Adı'],
  ['Liste Fiyatı', 'Fiyat'],
  ['Fiyat (KDV hariç)', 'Fiyat'],
  ['KDV Hariç Fiyat', 'Fiyat'],
  ['Fiyat (TL, KDV hariç)', 'Fiyat'],
  ['Fiyat (net)', 'Fiyat'],
  ['Fiyat (+KDV)', 'Fiyat'],
  ["Fiyat (KDV'siz)", 'Fiyat'],
  ['Fiyat (KDV’siz)', 'Fiyat'],
  ['Fiyat (vergi hariç)', 'Fiyat'],
  ['Price (excl. VAT)', 'Fiyat'],
  ['Fiyat (Türk Lirası)', 'Fiyat'],
  ['Fiyat (TL/birim)', 'Fiyat'],
  ['Stok (Adet)', 'Stok'],
  ['Stok (KG)', 'Stok'],
  ['Stok (birim)', 'Stok'],
  ['Birim (KG/ADET)', 'Birim'],
  ['KDV Oranı (yüzde)', 'KDV Oranı'],
  ['Ürün Adı (zorunlu)', 'Ürün Adı'],
  ['Barkod (EAN-13)', 'Barkod'],
  ['Barkod (13 hane)', 'Barkod'],
  ['ID (değiştirmeyin)', 'ID'],
  ['BARKOD NO', 'Barkod'],
  ['EAN-13', 'Barkod'],
  ['Ölçü birimi', 'Birim'],
  ['id', 'ID'],
])('the heading %j names %s', (text, column) => {
  expect(headingsIn([text]).map(({ names }) => names)).toEqual([[column]])
})

test.each([
  'Fiyat (KDV dahil)',
  'FİYAT (KDV DAHİL)',
  "Fiyat (KDV'li)",
  'Fiyat (vergili)',
  'Fiyat (KDV D.)',
  'Fiyat (KDV)',
  'Fiyat (brüt)',
  'Price (gross)',
  'Price (incl. VAT)',
  'KDV (dahil)',
  'Fiyat (USD)',
  'Fiyat ($)',
  'Fiyat €',
  'Fiyat (Koli)',
  'Liste Fiyatı (Euro)',
  'Stok (Koli)',
  'Adet (Koli)',
  'Fiyat (TL) (KDV dahil)',
  'Stok Kodu',
  'Ürün Kodu',
  'Alış Fiyatı',
  'Raf',
  'Sıra No',
  'x'.repeat(5000),
  '',
  7,
])('the heading %j names no column', text => expect(headingsIn([text]).flatMap(({ names }) => names)).toEqual([]))

test.each([
  ['SKT', 'Son Kullanma Tarihi (SKT)'],
  ['SKT', 'Son Tüketim Tarihi (SKT)'],
  ['SKT', 'SKT (Son Kullanma Tarihi)'],
  ['SKT', 'SKT (gün.ay.yıl)'],
  ['SKT', 'SKT (gg/aa/yy)'],
  ['TETT', 'Tavsiye Edilen Tüketim Tarihi (TETT)'],
])('the column %s of a lot is found by the heading %j', (column, text) => {
  expect([...lotHeadings(headingsIn(['Parti (lot)', text]), true).keys()]).toEqual(['Parti', column])
})

test.each<[string, Cell[], string[]]>([
  ['the headings of the specification', [...INVENTORY_COLUMNS], []],
  [
    'the usual others in the same places',
    ['id', 'Ürün', 'Marka', 'Kategori', 'Adet', 'Birim Fiyat', 'KDV', 'Adet'],
    [],
  ],
  ['words of another language', ['Nr', 'Artikel', 'Marke', 'Gruppe', 'Einheit', 'Preis', 'MwSt', 'Bestand', 'EAN'], []],
  ['a part of them', [null, null, null, null, null, 'Fiyat'], []],
  [
    'stock and price in each other’s place',
    ['ID', 'Ad', null, null, null, 'Stok', 'KDV', 'Fiyat'],
    ['F Stok', 'H Fiyat'],
  ],
  ['a list without a column for the ID', ['Ürün Adı', 'Fiyat'], ['A Ürün Adı', 'B Fiyat']],
  ['a further price', [...INVENTORY_COLUMNS, 'Birim fiyat'], []],
  [
    'a price beyond the ninth column alone',
    ['ID', 'Ad', null, null, null, null, null, null, null, 'Fiyat'],
    ['J Fiyat'],
  ],
])('misplaced in %s: %j → %j', (_, cells, expected) => expect(wrongIn(cells)).toEqual(expected))

test.each<[ReturnType<typeof kindOfFirstRow>, Cell[]]>([
  ['headings', [...INVENTORY_COLUMNS]],
  ['headings', ['Sıra', 'Ürün adı', '2026']],
  ['product', [null, 'Ezine Peyniri', 'Yayla', 'Peynir', 'ADET', 287.97, 10, 40, '8690637012345']],
  ['product', [null, 'Ezine Peyniri', null, null, null, '₺ 12,50']],
  ['product', ['Ezine Peyniri', 'ADET', '40']],
  ['product', [null, 'Ezine Peyniri', null, null, null, null, '%10']],
  ['unclear', [null, 'Ezine Peyniri']],
  ['unclear', ['FİYAT LİSTESİ 2026']],
  ['unclear', ['Artikel', 'Preis']],
])('a first row is recognized as %s: %j', (kind, cells) => expect(kindOfFirstRow(cells)).toBe(kind))

const mapped = (cells: Cell[]) => {
  const { byColumn, competing } = headingsByColumn(headingsIn(cells))
  return {
    byColumn: Object.fromEntries([...byColumn].map(([column, { letters }]) => [column, letters])),
    competing: [...competing.keys()],
  }
}

test('columns are found by their headings; `Adet` is whichever of quantity and unit is left', () => {
  expect(mapped(['Fiyat', 'Raf', 'Ürün', 'Adet'])).toEqual({
    byColumn: { Fiyat: 'A', 'Ürün Adı': 'C', Stok: 'D' },
    competing: [],
  })
  expect(mapped(['Adet', 'Ürün', 'Stok'])).toEqual({
    byColumn: { Birim: 'A', 'Ürün Adı': 'B', Stok: 'C' },
    competing: [],
  })
  expect(mapped(['Fiyat', 'Ürün', 'Birim fiyat'])).toMatchObject({ competing: ['Fiyat'] })
  expect(mapped(['Adet', 'Birim', 'Miktar'])).toMatchObject({ competing: ['Stok'] })
})
