import { byUnitText, type StockRow, type ToReorder, unitRemark } from '#contract/inventory.ts'
import type { Warehouse } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { type List, pagesOf } from '../http/lists.ts'
import { backorders, productsToReorder } from './figures.ts'

type Where = { warehouse?: Warehouse | undefined }

/** A workbook of the products that are low, out of stock or at their reorder point. */
export function lowStockWorkbook(db: Pool, where: Where, now: Date): FileReply {
  return {
    name: `azalan-stoklar-${istanbulDay(now)}.xlsx`,
    pieces: writeWorkbook(TO_REORDER_SHEET, valuesOf(productsToReorder(db, where), toReorder)),
  }
}

/**
 * A workbook of quantities in open orders that stock does not cover, in the order of `backorders`. Those in a former unit
 * are in the cell of the unit, as they are not added up, and the last column says so.
 */
export function backordersWorkbook(db: Pool, where: Where, now: Date): FileReply {
  const rows = valuesOf(backorders(db, where), row => [
    row.promised_for,
    row.promised_quantity,
    row.order_count,
    row.missing_quantity,
    ...product({ ...row, unit: row.promised_by_unit ? `${row.unit} (${byUnitText(row.promised_by_unit)})` : row.unit }),
    unitRemark(row) ?? null,
  ])
  return { name: `tedarik-bekleyenler-${istanbulDay(now)}.xlsx`, pieces: writeWorkbook(BACKORDERS_SHEET, rows) }
}

const PRODUCT: SheetColumn[] = [
  { label: 'Ürün Adı', kind: 'text', width: 44 },
  { label: 'Marka', kind: 'text', width: 20 },
  { label: 'Birim', kind: 'text', width: 9 },
  { label: 'Barkod', kind: 'text', width: 18 },
  { label: 'Depo', kind: 'text', width: 13 },
  { label: 'Eldeki', kind: 'whole', width: 11 },
  { label: 'Ayrılan', kind: 'whole', width: 11 },
  { label: 'Satılabilir', kind: 'whole', width: 11 },
  { label: 'Beklenen Tarih', kind: 'day', width: 15 },
]

const TO_REORDER_SHEET: { name: string; columns: SheetColumn[] } = {
  name: 'Azalan stoklar',
  columns: [
    ...PRODUCT,
    { label: 'Sipariş Noktası', kind: 'whole', width: 15 },
    { label: 'Sipariş Miktarı', kind: 'whole', width: 15 },
    { label: 'Sipariş Önerisi', kind: 'whole', width: 15 },
  ],
}

const BACKORDERS_SHEET: { name: string; columns: SheetColumn[] } = {
  name: 'Tedarik bekleyenler',
  columns: [
    { label: 'Söz Verilen Gün', kind: 'day', width: 16 },
    { label: 'Söz Verilen', kind: 'whole', width: 12 },
    { label: 'Sipariş Sayısı', kind: 'whole', width: 14 },
    { label: 'Alınacak', kind: 'whole', width: 13 },
    ...PRODUCT,
    { label: 'Açıklama', kind: 'text', width: 40 },
  ],
}

const product = (row: StockRow): Value[] => [
  row.product_name,
  row.brand,
  row.unit,
  row.barcode,
  row.warehouse,
  row.stock_quantity,
  row.reserved_quantity,
  row.available_quantity,
  row.expected_stock_date,
]

const toReorder = (row: ToReorder): Value[] => [
  ...product(row),
  row.reorder_point,
  row.reorder_quantity,
  row.suggested_quantity,
]

async function* valuesOf<Row>(list: List<Row>, values: (row: Row) => Value[]) {
  for await (const rows of pagesOf(list)) yield rows.map(values)
}
