import { ID_COLUMN } from '#contract/inventory.ts'
import { columnOf, type FieldKind, IMPORTED_FIELDS, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import type { Warehouse } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { listAllProducts } from '../catalogue/lists.ts'
import type { Pool } from '../db/transaction.ts'
import { type Kind, type SheetColumn, type Value, writeSheets } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { lotsSheet } from '../lots/lots-workbook.ts'

/**
 * The products of a warehouse as a workbook that can be edited and imported. A second sheet lists the lots on hand, if
 * there are any.
 */
export async function exportProducts(
  db: Pool,
  warehouse: Warehouse,
  now: Date,
  properties: Record<string, string>,
): Promise<FileReply> {
  const products = { name: warehouse, columns: COLUMNS, rows: rows(db, warehouse) }
  const hasLots = await isAnyLotIn(db, warehouse)
  const sheets = hasLots ? [products, lotsSheet(db, { warehouse }, now)] : [products]
  return {
    name: `${warehouse}-${istanbulDay(now)}.xlsx`,
    pieces: writeSheets(sheets, properties),
  }
}

const isAnyLotIn = async (db: Pool, warehouse: Warehouse) =>
  (await db
    .selectFrom('products')
    .innerJoin('stock', 'product_id', 'products.id')
    .select('id')
    .where('warehouse', '=', warehouse)
    .where('in_lots', '>', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined

const COLUMNS: SheetColumn[] = [
  { label: ID_COLUMN.heading, kind: 'text', width: ID_COLUMN.width },
  ...IMPORTED_FIELDS.map((field): SheetColumn => {
    const { heading, width } = columnOf(field)
    return { label: heading, kind: cellKind(PRODUCT_FIELDS[field].kind), width }
  }),
]

function cellKind(kind: FieldKind): Kind {
  if (kind === 'money' || kind === 'day') return kind
  return kind === 'percent' || kind === 'whole' ? 'whole' : 'text'
}

async function* rows(db: Pool, warehouse: Warehouse) {
  for await (const products of pagesOf(listAllProducts(db, { warehouse }))) {
    yield products.map((product): Value[] => [product.id, ...IMPORTED_FIELDS.map(field => product[field])])
  }
}
