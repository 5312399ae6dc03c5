import * as z from 'zod/mini'
import { call } from './call.ts'
import { WarehouseName } from './catalogue.ts'

/** The columns of the inventory workbook, A to I. */
export const INVENTORY_COLUMNS = [
  'ID',
  'Ürün Adı',
  'Marka',
  'Kategori',
  'Birim',
  'Fiyat',
  'KDV Oranı',
  'Stok',
  'Barkod',
] as const

export const IMPORT_DEFAULTS = {
  brand: '',
  category: 'Genel',
  unit: 'ADET',
  price: 0,
  vat_rate: 10,
  stock_quantity: 0,
} as const

/** A workbook may weigh 10 MB and hold 50,000 rows. */
export const LARGEST_WORKBOOK = 10 * 1024 * 1024
export const MOST_WORKBOOK_ROWS = 50_000

/** What an import did: how many rows made or changed a product, and a sentence for each row at fault. */
export const ImportSummary = z.object({ created: z.int(), updated: z.int(), errors: z.array(z.string()) })
export type ImportSummary = z.infer<typeof ImportSummary>

export const importProducts = call('POST /admin/products/import-excel', {
  who: ['admin'],
  query: z.object({ warehouse: z.optional(WarehouseName) }),
  reply: ImportSummary,
  takesFile: true,
  summary:
    'Creates and updates products from a workbook in the inventory columns; rows at fault are left out and named.',
  failure: 'Excel dosyası işlenirken hata oluştu',
})
