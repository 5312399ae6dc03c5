import * as z from 'zod/mini'
import { call, file, XLSX } from './call.ts'
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

/** What becomes of a row: which fields change from what to what, or why it is refused. Of a new product all are new. */
const FieldValue = z.nullable(z.union([z.string(), z.number()]))
export const ImportedRow = z.object({
  row: z.int(),
  action: z.enum(['created', 'updated', 'unchanged', 'error']),
  changes: z.array(z.object({ field: z.string(), before: FieldValue, after: FieldValue })),
  errors: z.array(z.string()),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/**
 * What an import did: how many rows made or changed a product, and a sentence for each fault. A preview says what it
 * would do, and of every row what becomes of it.
 */
export const ImportSummary = z.object({
  created: z.int(),
  updated: z.int(),
  errors: z.array(z.string()),
  rows: z.optional(z.array(ImportedRow)),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const importProducts = call('POST /admin/products/import-excel', {
  who: ['admin'],
  query: z.object({
    warehouse: z.optional(WarehouseName),
    preview: z.optional(z.enum(['0', '1'], 'preview 0 veya 1 olmalıdır')),
  }),
  reply: ImportSummary,
  takesFile: true,
  summary:
    'Creates and updates products from a workbook in the inventory columns; rows at fault are left out and named. With `preview=1` nothing is changed, and `rows` says what would become of each.',
  failure: 'Excel dosyası işlenirken hata oluştu',
})

export const exportProducts = file('GET /admin/products/export-excel', {
  who: ['admin'],
  query: z.object({ warehouse: z.optional(WarehouseName) }),
  gives: { media: XLSX, name: 'urunler.xlsx' },
  summary:
    'The products of a warehouse, inactive ones too, in the inventory columns: edited, the workbook can be imported.',
  failure: 'Excel dosyası indirilemedi',
})
