import * as z from 'zod/mini'
import { call, file, list, XLSX } from './call.ts'
import { WarehouseName } from './catalogue.ts'
import { CalendarDay, Id } from './fields.ts'
import { MoneySum } from './money.ts'

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

/** A row of products: with the present name, or the new product's; a row that is refused has none. */
export const ImportedProduct = z.extend(ImportedRow, { product_name: z.nullable(z.string()) })
export type ImportedProduct = z.infer<typeof ImportedProduct>

/**
 * What an import did: how many rows made or changed a product, and a sentence for each fault. A preview says what it
 * would do, and of every row what becomes of it.
 */
export const ImportSummary = z.object({
  created: z.int(),
  updated: z.int(),
  errors: z.array(z.string()),
  rows: z.optional(z.array(ImportedProduct)),
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

export const NOTHING_OUT_OF_STOCK = 'Stok=0 olan ürün bulunamadı'
export const NO_EXPECTED_DAY = 'Lütfen bir tarih seçin'

export const updateExpectedDates = call('POST /admin/products/bulk-update-expected-date', {
  who: ['admin'],
  body: z.object({
    product_ids: z
      .array(Id, NOTHING_OUT_OF_STOCK)
      .check(z.minLength(1, NOTHING_OUT_OF_STOCK), z.maxLength(MOST_WORKBOOK_ROWS, 'En fazla 50.000 ürün seçilebilir')),
    expected_stock_date: z.pipe(z.string(NO_EXPECTED_DAY).check(z.minLength(1, NO_EXPECTED_DAY)), CalendarDay),
  }),
  reply: z.object({ updated_count: z.int() }),
  summary: 'Sets the day, from today, on which the products are expected; those that are gone are passed over.',
  failure: 'Toplu güncelleme başarısız',
})

export const deleteByWarehouse = call('DELETE /admin/products/delete-by-warehouse', {
  who: ['admin'],
  query: z.object({ warehouse: WarehouseName }),
  reply: z.object({ message: z.string(), deleted_count: z.int() }),
  summary:
    'Deletes all products of a warehouse that is not the main one; those that were ever ordered are deactivated. `deleted_count` counts both.',
  failure: 'Ürünler silinemedi',
})

/** Figures of a warehouse. Low and out of stock are products on sale, judged on what can be sold. */
export const InventoryStats = z.object({
  total_products: z.int(),
  active_products: z.int(),
  out_of_stock: z.int(),
  low_stock: z.int(),
  stock_worth: MoneySum,
  on_backorder: z.int(),
})
export type InventoryStats = z.output<typeof InventoryStats>

const inWarehouse = { warehouse: z.optional(WarehouseName) }

export const readInventoryStats = call('GET /admin/inventory/stats', {
  who: ['admin'],
  query: z.object(inWarehouse),
  reply: InventoryStats,
  summary: 'Figures of a warehouse, or of both; the worth is what lies on the shelf at prices without VAT.',
  failure: 'Stok özeti yüklenemedi',
})

/** A product that is to be bought. */
export const LowStock = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  barcode: z.nullable(z.string()),
  warehouse: WarehouseName,
  expected_stock_date: z.nullable(z.string()),
  stock_quantity: z.int(),
  reserved_quantity: z.int(),
  available_quantity: z.int(),
})
export type LowStock = z.output<typeof LowStock>

export const listLowStock = list('GET /admin/inventory/low-stock', {
  who: ['admin'],
  query: inWarehouse,
  item: LowStock,
  summary: 'Products on sale of which fewer than 10 can be sold, those with the least first.',
  failure: 'Azalan stoklar yüklenemedi',
})

export const downloadLowStock = file('GET /admin/inventory/low-stock/excel', {
  who: ['admin'],
  query: z.object(inWarehouse),
  gives: { media: XLSX, name: 'azalan-stoklar.xlsx' },
  summary: 'The products of which fewer than 10 can be sold as a workbook.',
  failure: 'Excel dosyası indirilemedi',
})

/** What is promised of a product for a day, while the shelf does not hold enough. */
export const Backorder = z.extend(LowStock, {
  promised_for: z.string(),
  promised_quantity: z.int(),
  order_count: z.int(),
})
export type Backorder = z.output<typeof Backorder>

export const listBackorders = list('GET /admin/inventory/backorders', {
  who: ['admin'],
  query: inWarehouse,
  item: Backorder,
  summary:
    'What open forward-dated orders were promised of products that the shelf does not cover, by the day promised.',
  failure: 'İleri tarihli siparişler yüklenemedi',
})

export const downloadBackorders = file('GET /admin/inventory/backorders/excel', {
  who: ['admin'],
  query: z.object(inWarehouse),
  gives: { media: XLSX, name: 'tedarik-bekleyenler.xlsx' },
  summary: 'What open forward-dated orders were promised as a workbook, by the day promised.',
  failure: 'Excel dosyası indirilemedi',
})
