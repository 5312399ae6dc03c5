import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { lotTexts, PACKAGE_BARCODE } from '../lots/order-lots.ts'

export type Line = Awaited<ReturnType<typeof linesOf>>[number]

/**
 * The lines of these orders with warehouse, barcode and lots, in shelf order: by warehouse, category and name. With
 * `today` (YYYY-MM-DD), for pickers, lots that are blocked or past their expiry are marked.
 */
export async function linesOf(db: Database, orderIds: string[], today?: string) {
  const textsOf = await lotTexts(db, orderIds, today)
  const lines = await db
    .selectFrom('order_items')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['order_id', 'position', 'product_id', 'product_name', 'order_items.brand', 'order_items.unit'])
    .select(['quantity', 'order_items.price', 'order_items.vat_rate', 'total_price'])
    .select(['order_items.expected_stock_date', 'warehouse', PACKAGE_BARCODE.as('barcode')])
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .orderBy('warehouse')
    .orderBy('category')
    .orderBy('product_name')
    .orderBy('position')
    .execute()
  return lines.map(line => ({ ...line, lots: textsOf(line) }))
}
