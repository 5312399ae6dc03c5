import type { Warehouse } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { listAllProducts } from '../catalogue/lists.ts'
import type { Pool } from '../db/transaction.ts'
import { writeSheets } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { lotsSheet } from '../lots/lots-workbook.ts'
import { INVENTORY_SHEET_COLUMNS, inventoryValues } from '../stock/workbook-fields.ts'

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
  const products = { name: warehouse, columns: INVENTORY_SHEET_COLUMNS, rows: rows(db, warehouse) }
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

async function* rows(db: Pool, warehouse: Warehouse) {
  for await (const products of pagesOf(listAllProducts(db, { warehouse }))) {
    yield products.map(product => inventoryValues(product.id, product))
  }
}
