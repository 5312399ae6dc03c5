import { expect, test } from 'vitest'
import { ID_COLUMN, INVENTORY_COLUMNS } from './inventory.ts'
import { columnOf, IMPORTED_FIELDS } from './product-fields.ts'

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
