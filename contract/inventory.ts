import * as z from 'zod/mini'
import { call, file, list, MAX_LARGE_BODY_BYTES, MAX_WORKBOOK_ROWS, XLSX } from './call.ts'
import { CalendarDay, Id, Preview } from './fields.ts'
import { formatNumber, MoneySum } from './money.ts'
import { WarehouseName } from './products.ts'
import { LOW_STOCK } from './stock-level.ts'

const FieldValue = z.nullable(z.union([z.string(), z.number()]))
/** The outcome of an imported row: its changed fields (all fields of a new product), or the reasons for refusing it. */
export const ImportedRow = z.object({
  row: z.int(),
  action: z.enum(['created', 'updated', 'unchanged', 'error']),
  changes: z.array(z.object({ field: z.string(), before: FieldValue, after: FieldValue })),
  errors: z.array(z.string()),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/**
 * Stock that an import leaves unchanged because it has moved since the workbook was exported, or because the product
 * keeps another unit: the row's quantity, the quantity on hand, and how much arrived and left in between.
 */
export const StockKept = z.object({ wanted: z.int(), on_hand: z.int(), arrived: z.int(), left: z.int() })
export type StockKept = z.infer<typeof StockKept>

/**
 * Why an import leaves stock unchanged, in Turkish: `dışa aktarımdan sonra 10 geldi, 4 çıktı`. Stock that has not moved
 * is left because the product keeps another unit.
 */
export function whyStockKept({ arrived, left }: Pick<StockKept, 'arrived' | 'left'>): string {
  const moves = [arrived > 0 && `${formatNumber(arrived)} geldi`, left > 0 && `${formatNumber(left)} çıktı`]
  const moved = moves.filter(Boolean).join(', ')
  return moved ? `dışa aktarımdan sonra ${moved}` : 'dosyadaki miktar başka birimde'
}

/** An imported product row. `product_name` is the current or new name; of a refused row, that in the file, if any. */
export const ImportedProduct = z.extend(ImportedRow, {
  product_name: z.nullable(z.string()),
  /** The lot that the row is about, 'L2417 · SKT 01.06.2026'; the stock is its quantity. */
  lot: z.optional(z.string()),
  /** Remarks about the row, as Turkish sentences. */
  notes: z.optional(z.array(z.string())),
  stock_kept: z.optional(StockKept),
})
export type ImportedProduct = z.infer<typeof ImportedProduct>

/**
 * The result of an import: how many rows have created products and how many have changed one, an error message for each
 * fault, and `warnings` about what was not read or left unchanged. A preview returns what the import would do, with the
 * outcome of every row, the time of the export, and the first row if it may be a product rather than the header.
 */
export const ImportSummary = z.object({
  created: z.int(),
  updated: z.int(),
  errors: z.array(z.string()),
  warnings: z.optional(z.array(z.string())),
  exported_at: z.optional(z.string()),
  first_row: z.optional(z.object({ row: z.int(), text: z.string(), looks_like_product: z.boolean() })),
  /** The rows without an ID whose barcode a product of the warehouse has; only if there are any. */
  barcode_matches: z.optional(z.int()),
  rows: z.optional(z.array(ImportedProduct)),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/** Rows whose stock is set although it has moved, each with the quantity on hand that the user saw: `3:50,7:12`. */
const RowsWithStock = z
  .string('update_stock geçersiz')
  .check(z.regex(/^(?:\d{1,7}:\d{1,10}(?:,\d{1,7}:\d{1,10})*)?$/, 'update_stock geçersiz'))

export const importProducts = call('POST /admin/products/import-excel', {
  roles: ['admin'],
  invalidates: ['products', 'imports', 'orders'],
  query: z.object({
    warehouse: z.optional(WarehouseName),
    preview: z.optional(Preview),
    columns: z.optional(z.enum(['places', 'headings'], 'columns places veya headings olmalıdır')),
    first_row: z.optional(z.enum(['header', 'product'], 'first_row header veya product olmalıdır')),
    stock: z.optional(z.enum(['update', 'keep'], 'stock update veya keep olmalıdır')),
    match: z.optional(z.enum(['id', 'barcode'], 'match id veya barcode olmalıdır')),
  }),
  body: z.object({ update_stock: z.optional(RowsWithStock) }),
  reply: ImportSummary,
  takesFile: true,
  hourlyLimit: 'uploads',
  summary:
    'Creates and updates products from a workbook in the inventory columns; invalid rows are left out and listed. With `preview=1` nothing is changed, and `rows` has the outcome for each row. `columns=headings` finds the columns by their headings instead of their places, `first_row=product` takes the first row for a product, `stock=keep` leaves the stock of known products alone. Stock that moved since the workbook was exported is left alone, but for the rows that `update_stock` names with what is on hand (`3:50,7:12`). With `match=barcode` a row without an ID changes the product that has its barcode; a preview says in `barcode_matches` how many such rows there are. With columns Parti, SKT and TETT the stock of a row with a lot is what is on hand of that lot. `GET /admin/imports` returns progress and result also to other requests.',
  failure: 'Excel dosyası işlenirken hata oluştu',
  errors: [
    'not_a_workbook',
    'workbook_encrypted',
    'workbook_broken',
    'workbook_too_large',
    'workbook_empty',
    'workbook_headings_unclear',
    'workbook_headings_misplaced',
    'barcode_taken',
  ],
})

export const exportProducts = file('GET /admin/products/export-excel', {
  roles: ['admin'],
  query: z.object({ warehouse: z.optional(WarehouseName) }),
  download: { media: XLSX, name: 'urunler.xlsx' },
  summary:
    'The products of a warehouse, including inactive ones, in the inventory columns: the workbook can be edited and imported.',
  failure: 'Excel dosyası indirilemedi',
})

export const NOTHING_OUT_OF_STOCK = 'Stok=0 olan ürün bulunamadı'
export const NO_EXPECTED_DAY = 'Lütfen bir tarih seçin'
export const EXPECTED_DAY_PAST = 'Tarih bugün veya daha sonra olmalıdır'

const tooMany = `En fazla ${formatNumber(MAX_WORKBOOK_ROWS)} ürün seçilebilir`
const ExpectedDay = z.pipe(z.string(NO_EXPECTED_DAY).check(z.minLength(1, NO_EXPECTED_DAY)), CalendarDay)

/** A product with its expected date, if it has one. */
export const DatedProduct = z.object({ product_id: Id, expected_stock_date: z.nullable(CalendarDay) })
export type DatedProduct = z.output<typeof DatedProduct>

export const updateExpectedDates = call('POST /admin/products/bulk-update-expected-date', {
  roles: ['admin'],
  invalidates: ['products'],
  body: z.object({
    product_ids: z
      .array(Id, NOTHING_OUT_OF_STOCK)
      .check(z.minLength(1, NOTHING_OUT_OF_STOCK), z.maxLength(MAX_WORKBOOK_ROWS, tooMany)),
    expected_stock_date: ExpectedDay,
    seen: z.optional(z.array(DatedProduct).check(z.maxLength(MAX_WORKBOOK_ROWS, tooMany))),
  }),
  reply: z.object({ updated_count: z.int(), changed_ids: z.optional(z.array(z.string())) }),
  takesKey: true,
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'Sets the day, today or later, on which the products are expected; deleted products and offers are ignored. A product whose date differs from the one in `seen` is not changed and is listed in `changed_ids`.',
  failure: 'Toplu güncelleme başarısız',
  errors: ['offer_not_expected'],
})

export const restoreExpectedDates = call('POST /admin/products/restore-expected-dates', {
  roles: ['admin'],
  invalidates: ['products'],
  body: z.object({
    expected_stock_date: ExpectedDay,
    products: z
      .array(DatedProduct)
      .check(z.minLength(1, NOTHING_OUT_OF_STOCK), z.maxLength(MAX_WORKBOOK_ROWS, tooMany)),
  }),
  reply: z.object({ restored_count: z.int(), changed_count: z.int() }),
  takesKey: true,
  maxBodyBytes: MAX_LARGE_BODY_BYTES,
  summary:
    'Undoes a bulk update, or removes a date: gives each product its former date, or none, if it still has the date that was set (`expected_stock_date`). The others have changed since and stay as they are; `changed_count` is their number. Deleted products are ignored.',
  failure: 'Tarihler geri alınamadı',
})

export const deleteByWarehouse = call('DELETE /admin/products/delete-by-warehouse', {
  roles: ['admin'],
  invalidates: ['products'],
  query: z.object({ warehouse: WarehouseName }),
  reply: z.object({ message: z.string(), deleted_count: z.int() }),
  summary:
    'Deletes all products of a warehouse other than the main one; products that were ever ordered, or that are or have an offer, are deactivated. `deleted_count` counts both.',
  failure: 'Ürünler silinemedi',
  takesKey: true,
  needsRecentLogin: true,
  errors: ['main_warehouse_kept'],
})

/** Figures of a warehouse. `low_stock` and `out_of_stock` count products on sale by their available quantity. */
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
  roles: ['admin'],
  resources: ['products'],
  query: z.object(inWarehouse),
  reply: InventoryStats,
  summary: 'Figures of a warehouse, or of both; the value is that of the goods on hand at prices without VAT.',
  failure: 'Stok özeti yüklenemedi',
})

/** A product with its stock, as the lists for purchasing show it. */
export const StockRow = z.object({
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
export type StockRow = z.output<typeof StockRow>

/**
 * A product to reorder: below 10 available, or at its reorder point. `suggested_quantity` is the least multiple of its
 * reorder quantity that brings it above that; null if it has none.
 */
export const ToReorder = z.extend(StockRow, {
  reorder_point: z.nullable(z.int()),
  reorder_quantity: z.nullable(z.int()),
  suggested_quantity: z.nullable(z.int()),
})
export type ToReorder = z.output<typeof ToReorder>

export const listLowStock = list('GET /admin/inventory/low-stock', {
  roles: ['admin'],
  resources: ['products'],
  query: inWarehouse,
  item: ToReorder,
  summary: `Products on sale, except offers, of which fewer than ${LOW_STOCK} can be sold, or no more than their reorder point, those with the least first.`,
  failure: 'Azalan stoklar yüklenemedi',
})

export const downloadLowStock = file('GET /admin/inventory/low-stock/excel', {
  roles: ['admin'],
  query: z.object(inWarehouse),
  download: { media: XLSX, name: 'azalan-stoklar.xlsx' },
  summary: `The products on sale, except offers, of which fewer than ${LOW_STOCK} can be sold, or no more than their reorder point, as a workbook.`,
  failure: 'Excel dosyası indirilemedi',
})

/**
 * The quantity of a product in open orders that the stock on hand does not cover: promised for a day, or (null) sold
 * from a stock that has turned out to be smaller.
 */
export const Backorder = z.extend(StockRow, {
  promised_for: z.nullable(z.string()),
  /** Null if some of it was ordered in another unit than the product has now. */
  promised_quantity: z.nullable(z.int()),
  /** The quantities by unit if some of it was ordered in another unit than the product has now. */
  promised_by_unit: z.nullable(z.array(z.object({ quantity: z.int(), unit: z.string() }))),
  /**
   * How many of them the stock on hand lacks, which goes to earlier days first; null if open orders for the product have
   * another unit than the stock.
   */
  missing_quantity: z.nullable(z.int()),
  order_count: z.int(),
})
export type Backorder = z.output<typeof Backorder>

/** Quantities in several units as a text: '24 ADET, 3 PAKET'. */
export const byUnitText = (quantities: readonly { quantity: number; unit: string }[]) =>
  quantities.map(({ quantity, unit }) => `${formatNumber(quantity)} ${unit}`).join(', ')

/** Why the quantity of a backorder that is missing is unknown; undefined if it is known. */
export function unitRemark({ unit, missing_quantity, promised_by_unit }: Backorder): string | undefined {
  if (missing_quantity !== null) return undefined
  return promised_by_unit ? `Siparişten sonra birimi ${unit} oldu` : 'Bu ürünün başka siparişleri eski birimde'
}

export const listBackorders = list('GET /admin/inventory/backorders', {
  roles: ['admin'],
  resources: ['products'],
  query: inWarehouse,
  item: Backorder,
  summary:
    'What open orders hold of products beyond the goods on hand: first what was sold from stock (`promised_for` is null), then what was promised, by day. Quantities that were ordered in another unit than the product has now are not added up (`promised_by_unit`).',
  failure: 'İleri tarihli siparişler yüklenemedi',
})

export const downloadBackorders = file('GET /admin/inventory/backorders/excel', {
  roles: ['admin'],
  query: z.object(inWarehouse),
  download: { media: XLSX, name: 'tedarik-bekleyenler.xlsx' },
  summary: 'What open orders hold beyond the goods on hand as a workbook, by the promised day.',
  failure: 'Excel dosyası indirilemedi',
})
