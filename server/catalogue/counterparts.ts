import { type Selectable, sql } from 'kysely'
import { spellingsOf } from '#contract/barcode-spellings.ts'
import { WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { fold } from '#contract/turkish.ts'
import type { Database, Tables } from '../db/tables.ts'
import { IS_OFFER } from '../stock/lots.ts'

// A product belongs to one warehouse, so the same goods in the other one are another product, its counterpart. Offers
// have no counterparts, as their goods come from their lot only.

const FIELDS = ['id', 'name', 'brand', 'unit', 'barcode', 'warehouse', 'is_active'] as const
type Product = Pick<Selectable<Tables['products']>, (typeof FIELDS)[number]>

/** The product of the same goods in a warehouse; undefined if it has none. */
export async function counterpartIn(
  db: Database,
  product: Product,
  warehouse: Warehouse,
): Promise<Product | undefined> {
  const [same] = await withSameBarcode(db, product, [warehouse])
  // The search by name reads all products.
  return same ?? (await withSameName(db, product, [warehouse]))[0]
}

/**
 * The products of the same goods as each of these products, in both warehouses: a warehouse may have several, such as
 * with other spellings of the barcode. Products that are deleted or offers have none.
 */
export async function counterpartsOf(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const products = await regular(db)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const found = new Map<string, string[]>()
  for (const product of products) {
    const same = await withSameBarcode(db, product, WAREHOUSES)
    const all = [...same, ...(await withSameName(db, product, WAREHOUSES))]
    found.set(
      product.id,
      all.map(({ id }) => id).filter(id => id !== product.id),
    )
  }
  return found
}

const regular = (db: Database) => db.selectFrom('products').select(FIELDS).where(sql<boolean>`not ${IS_OFFER}`)

/** Products with the barcode in any spelling, the product's own first. */
async function withSameBarcode(db: Database, { barcode }: Product, warehouses: readonly Warehouse[]) {
  if (barcode === null) return []
  const spellings = spellingsOf(barcode)
  return (
    regular(db)
      // The index of barcodes begins with the warehouse.
      .where('warehouse', 'in', warehouses)
      .where('barcode', '=', sql<string>`any(${spellings}::text[])`)
      .orderBy(sql`array_position(${spellings}::text[], barcode)`)
      .execute()
  )
}

/** Products of the same name, brand and unit, the oldest first; those with different barcodes are different goods. */
async function withSameName(db: Database, product: Product, warehouses: readonly Warehouse[]) {
  const alike = await regular(db)
    .where('warehouse', 'in', warehouses)
    .where(sql<boolean>`split_part(search_text, E'\n', 1) = ${fold(product.name)}`)
    .where('unit', '=', product.unit)
    .orderBy('created_at')
    .execute()
  return alike.filter(
    ({ brand, barcode }) => fold(brand) === fold(product.brand) && (barcode === null || product.barcode === null),
  )
}
