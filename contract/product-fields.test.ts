import { expect, test } from 'vitest'
import { ID_COLUMN, INVENTORY_COLUMNS } from './inventory-columns.ts'
import { columnOf, IMPORTED_FIELDS, PRODUCT_FIELDS } from './product-fields.ts'
import { NewProduct } from './products.ts'

test('the columns of the workbook are A to I without a gap', () => {
  const letters = [ID_COLUMN, ...IMPORTED_FIELDS.map(columnOf)].map(({ letter }) => letter)
  expect(letters.join('')).toBe('ABCDEFGHI')
  expect(INVENTORY_COLUMNS).toEqual([
    'ID',
    'Ürün Adı',
    'Marka',
    'Kategori',
    'Birim',
    'Fiyat',
    'KDV Oranı',
    'Stok',
    'Barkod',
  ])
})

test.each(['name', 'brand', 'category', 'unit', 'vat_rate', 'barcode', 'is_active', 'warehouse', 'image_url'] as const)(
  'the message about %s begins with its label',
  field => {
    const { label, inMessages = label } = PRODUCT_FIELDS[field]
    const [issue] = NewProduct.shape[field].safeParse({}).error?.issues ?? []
    expect(issue?.message.startsWith(`${inMessages} `)).toBe(true)
  },
)
