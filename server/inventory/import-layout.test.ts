import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import type { AdminProduct } from '#contract/products.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

const IMPORT = '/admin/products/import-excel'

async function opened() {
  const world = await makeWorld()
  const admin = await world.admin()
  const send = async (rows: SheetCell[][] | Buffer, query = '') => {
    const response = await upload(world, admin, `${IMPORT}${query}`, Buffer.isBuffer(rows) ? rows : workbookOf(rows))
    return { status: response.status, ...response.json() }
  }
  const products = async (): Promise<AdminProduct[]> => (await world.get('/admin/products', admin)).json()
  return { world, send, products }
}

const SWAPPED: SheetCell[][] = [
  ['ID', 'Ürün Adı', 'Marka', 'Kategori', 'Birim', 'Stok', 'KDV %', 'Fiyat', 'Barkod', 'Raf'],
  [null, 'Ezine Peyniri', 'Yayla', 'Peynir', 'KG', 40, 10, 55, '8690000000017', 'A-3'],
]

test('misplaced headings stop the import; mapped by their headings, the columns are right', async () => {
  const { send, products } = await opened()
  for (const query of ['', '?preview=1']) {
    expect(await send(SWAPPED, query)).toMatchObject({
      status: 400,
      code: 'workbook_headings_misplaced',
      detail:
        'Sütun başlıkları yerinde değil: F sütununun başlığı “Stok”, burada Fiyat beklenir; H sütununun başlığı “Fiyat”, burada Stok beklenir. Sütunları A–I sırasına getirin veya başlıklarına göre eşleyin',
    })
  }
  expect(await products()).toEqual([])
  const preview = await send(SWAPPED, '?preview=1&columns=headings')
  expect(preview.warnings).toEqual([
    'Sütunlar başlıklarına göre eşlendi: ID A, Ürün Adı B, Marka C, Kategori D, Birim E, Fiyat H, KDV Oranı G, Stok F, Barkod I.',
    'Okunmayan sütunlar: J “Raf”.',
  ])
  expect(await send(SWAPPED, '?columns=headings')).toMatchObject({ status: 200, created: 1, errors: [] })
  expect(await products()).toMatchObject([
    { name: 'Ezine Peyniri', unit: 'KG', price: 55, stock_quantity: 40, barcode: '8690000000017' },
  ])
})

test('if the request chooses positions, the headings are ignored', async () => {
  const { send, products } = await opened()
  expect(await send(SWAPPED, '?columns=places')).toMatchObject({ status: 200, created: 1 })
  expect(await products()).toMatchObject([{ price: 40, stock_quantity: 55 }])
})

test.each<[string, SheetCell[], string]>([
  [
    'two prices',
    ['Ürün', 'Fiyat', 'Birim Fiyat'],
    'Fiyat birden çok sütunun başlığı: B “Fiyat”, C “Birim Fiyat”. Birinin başlığını değiştirin',
  ],
  ['nothing that identifies products', ['Fiyat', 'Stok'], 'İlk satırda Ürün Adı, Barkod veya ID başlığı bulunamadı'],
])('%s cannot be mapped and is refused', async (_, header, detail) => {
  const { send, products } = await opened()
  const response = await send([header, ['Peynir', 5, 6]], '?columns=headings')
  expect(response).toMatchObject({ status: 400, code: 'workbook_headings_unclear', detail })
  expect(await products()).toEqual([])
})

test('a list of barcodes and prices alone is matched by barcode; an unknown barcode needs a name', async () => {
  const { world, send, products } = await opened()
  await world.product({ name: 'Ezine', barcode: '8690000000017' })
  const list: SheetCell[][] = [
    ['Barkod', 'Liste Fiyatı'],
    ['8690000000017', 59.5],
    ['8690000000024', 12],
  ]
  const unmatched = await send(list, '?preview=1&columns=headings')
  expect(unmatched).toMatchObject({ created: 0, updated: 0, barcode_matches: 1 })
  expect(await send(list, '?columns=headings&match=barcode')).toMatchObject({
    created: 0,
    updated: 1,
    errors: ['Satır 3: Barkod "8690000000024" bu depoda bulunamadı; yeni ürün için ürün adı zorunludur'],
  })
  expect(await products()).toMatchObject([{ name: 'Ezine', price: 59.5 }])
})

test.each([
  ['an EAN-13', '8690637012341', '08690637012341'],
  ['an EAN-13 padded to 14 digits', '08690637012341', '8690637012341'],
  ['an EAN-8', '96385074', '00000096385074'],
])('a list that spells %s in another way adds no second product', async (_, barcode, inList) => {
  const { world, send, products } = await opened()
  const id = await world.product({ name: 'Ezine', barcode })
  const header = ['Ürün Adı', 'Marka', 'Kategori', 'Birim', 'Fiyat', 'KDV Oranı', 'Stok', 'Barkod']
  const list: SheetCell[][] = [header, ['Ezine', 'Yayla', 'Peynir', 'KG', 59.5, 10, 0, inList]]
  expect(await send(list, '?preview=1&columns=headings')).toMatchObject({ created: 0, barcode_matches: 1 })
  expect(await send(list, '?columns=headings')).toMatchObject({
    created: 0,
    errors: [`Satır 2: Barkod "${inList}" bu depoda başka bir üründe kullanılıyor`],
  })
  expect(await send(list, '?columns=headings&match=barcode')).toMatchObject({ created: 0, updated: 1, errors: [] })
  expect(await products()).toMatchObject([{ name: 'Ezine', barcode, price: 59.5 }])
  // A row with the product's ID after it is imported.
  const own = [id, 'Ezine', 'Yayla', 'Peynir', 'KG', 60, 10, 0, barcode]
  expect(await send([['ID', ...header], [null, ...(list[1] ?? [])], own])).toMatchObject({
    created: 0,
    updated: 1,
    errors: [`Satır 2: Barkod "${inList}" bu depoda başka bir üründe kullanılıyor`],
  })
})

test('unknown headings are only reported', async () => {
  const { send } = await opened()
  const header = ['ID', 'Ürün Adı', 'Marka', 'Grup', 'Birim', 'Fiyat', 'KDV Oranı', 'Stok', 'Barkod', 'Raf']
  expect(await send([header, [null, 'Peynir', null, null, null, 5]])).toEqual({
    status: 200,
    created: 1,
    updated: 0,
    errors: [],
    warnings: ['Tanınmayan başlıklar: D “Grup” (Kategori sayılır), J “Raf” (okunmaz).'],
  })
})

test.each(['xlsx', 'biff8'] as const)('columns beyond the 50th of a workbook (%s) are reported', async bookType => {
  const { send, products } = await opened()
  const list = (blanks: number) => {
    const between: null[] = Array.from({ length: blanks }, () => null)
    return workbookOf(
      [
        ['Ürün Adı', 'Fiyat', ...between, 'Stok'],
        ['Peynir', 55, ...between, 40],
      ],
      bookType,
    )
  }
  expect(await send(list(48), '?columns=headings')).toMatchObject({
    created: 1,
    warnings: [
      expect.stringContaining('Ürün Adı A, Fiyat B.'),
      'Yalnızca ilk 50 sütun okunur; sağındaki sütunlar okunmadı.',
    ],
  })
  expect(await products()).toMatchObject([{ name: 'Peynir', price: 55, stock_quantity: 0 }])
  const { warnings } = await send(list(47), '?preview=1&columns=headings')
  expect(warnings).toEqual([expect.stringContaining('Ürün Adı A, Fiyat B, Stok AX.')])
})

test('the number of hidden rows is reported, which are imported like the others', async () => {
  const { send, products } = await opened()
  const sheet = xlsx.utils.aoa_to_sheet([
    [...INVENTORY_COLUMNS],
    ...Array.from({ length: 12 }, (_, i) => [null, `Un ${i}`, '', '', '', 5]),
  ])
  sheet['!rows'] = Array.from({ length: 12 }, (_, i) => ({ hidden: i > 0 }))
  const file: Buffer = xlsx.write(xlsx.utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx' })
  const warnings = ['Gizli 11 satır da okunur: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ve 1 tane daha.']
  expect(await send(file, '?preview=1')).toMatchObject({ created: 12, warnings })
  expect(await send(file)).toMatchObject({ created: 12, warnings })
  expect(await products()).toHaveLength(12)
})

test('headings are found below a title, and a warning names the rows above them', async () => {
  const { send, products } = await opened()
  const title: SheetCell[][] = [['STOK'], ['Tarih', new Date('2026-11-22T00:00:00Z'), 7]]
  const header = ['ID', 'Ürün Adı', 'Marka', 'Kategori', 'Birim', 'Stok', 'KDV Oranı', 'Fiyat', 'Barkod']
  const sheet = [...title, header, [null, 'Peynir', null, null, null, 40, 10, 55]]
  expect(await send(sheet)).toMatchObject({ status: 400, code: 'workbook_headings_misplaced' })
  expect(await products()).toEqual([])
  const imported = await send(sheet, '?columns=headings')
  expect(imported).toMatchObject({ status: 200, created: 1, errors: [] })
  expect(imported.warnings).toContain('Başlıkların üstünde kalıp okunmayan: “STOK”, “Tarih”, “2026-11-22”, “7”.')
  expect(await products()).toMatchObject([{ name: 'Peynir', price: 55, stock_quantity: 40 }])
  // Errors give the row number of the sheet, counted from its first row.
  const wrong = await send([...title, [...INVENTORY_COLUMNS], [null, 'Zeytin', null, null, null, 'çok']], '?preview=1')
  expect(wrong).toMatchObject({ created: 0, errors: ['Satır 4: Fiyat "çok" bir sayı değil'] })
  expect(wrong.first_row).toBeUndefined()
})

const CHEESE: SheetCell[] = [null, 'Ezine Peyniri', 'Yayla', 'Peynir', 'ADET', 287.97, 10, 40, '8690000000017']
const OLIVES: SheetCell[] = [null, 'Gemlik Zeytini', null, null, null, 90]

test('the preview asks about a first row that looks like a product, which is imported if confirmed', async () => {
  const { send, products } = await opened()
  const preview = await send([CHEESE, OLIVES], '?preview=1')
  expect(preview).toMatchObject({
    created: 1,
    first_row: {
      row: 1,
      text: 'Ezine Peyniri · Yayla · Peynir · ADET · 287.97 · 10 · 40 · 8690000000017',
      looks_like_product: true,
    },
  })
  expect(await send([CHEESE, OLIVES], '?preview=1&first_row=product')).toMatchObject({ created: 2 })
  expect((await send([CHEESE, OLIVES], '?preview=1&first_row=product')).first_row).toBeUndefined()
  expect((await send([CHEESE, OLIVES], '?preview=1&first_row=header')).first_row).toBeUndefined()
  expect(await send([CHEESE, OLIVES], '?first_row=product')).toEqual({
    status: 200,
    created: 2,
    updated: 0,
    errors: [],
  })
  expect((await products()).map(({ name }) => name)).toEqual(['Ezine Peyniri', 'Gemlik Zeytini'])
})

test('without a choice the first row is the header, as the specification says, and a warning names it', async () => {
  const { send, products } = await opened()
  expect(await send([CHEESE, OLIVES])).toMatchObject({
    created: 1,
    warnings: [
      expect.stringMatching(/^Satır 1 başlık sayıldı ve alınmadı, ama bir ürüne benziyor: Ezine Peyniri · Yayla/),
    ],
  })
  expect((await products()).map(({ name }) => name)).toEqual(['Gemlik Zeytini'])
})

test('the preview also asks about a file with a single product, which is refused only without a choice', async () => {
  const { send } = await opened()
  expect(await send([CHEESE], '?preview=1')).toMatchObject({ status: 200, created: 0, first_row: { row: 1 } })
  expect(await send([CHEESE])).toMatchObject({ status: 400, code: 'workbook_empty' })
  expect(await send([CHEESE], '?first_row=product')).toMatchObject({ status: 200, created: 1 })
})

test('the preview also asks about a first row of unknown words', async () => {
  const { send } = await opened()
  const preview = await send([[null, 'Ezine Peyniri'], OLIVES], '?preview=1')
  expect(preview.first_row).toEqual({ row: 1, text: 'Ezine Peyniri', looks_like_product: false })
  expect((await send([[...INVENTORY_COLUMNS], OLIVES], '?preview=1')).first_row).toBeUndefined()
})

test.each<xlsx.BookType>(['xlsx', 'biff8'])(
  'further sheets and merged cells of a workbook (%s) are reported',
  async bookType => {
    const { send } = await opened()
    const book = xlsx.utils.book_new()
    const add = (name: string, rows: SheetCell[][]) => {
      const sheet = xlsx.utils.aoa_to_sheet(rows)
      xlsx.utils.book_append_sheet(book, sheet, name)
      return sheet
    }
    const first = add('Gıda', [[...INVENTORY_COLUMNS], CHEESE, OLIVES])
    first['!merges'] = [xlsx.utils.decode_range('D2:D3'), xlsx.utils.decode_range('E2:E3')]
    add('Temizlik & Kâğıt', [[...INVENTORY_COLUMNS], [null, 'Deterjan']])
    add('Boş', [])
    add('Gizli', [['x']])
    book.Workbook = { Sheets: [{}, {}, {}, { Hidden: 1 }] }
    const file: Buffer = xlsx.write(book, { type: 'buffer', bookType })
    const warnings = [
      'Yalnızca ilk sayfa okunur. Okunmayan sayfalar: “Temizlik & Kâğıt”.',
      'Birleştirilmiş hücreler: D2:D3, E2:E3. Değerleri yalnızca sol üstteki hücre için geçerlidir.',
    ]
    expect((await send(file, '?preview=1')).warnings).toEqual(warnings)
    expect(await send(file)).toEqual({ status: 200, created: 2, updated: 0, errors: [], warnings })
  },
)

test('invalid values of the mapping and the choice are refused', async () => {
  const { send } = await opened()
  for (const query of ['?columns=x', '?first_row=x', '?stock=x', '?columns=headings&first_row=product'])
    expect((await send(SWAPPED, query)).status).toBe(400)
})
