import { spellingsOf } from './barcode-spellings.ts'
import { WAREHOUSES, type Warehouse } from './products.ts'

/**
 * The products that a barcode in any spelling means: one per warehouse, the main warehouse's first. A warehouse may
 * have several products with different spellings of it: the one whose spelling comes first is meant, that is, as
 * entered.
 */
export function productsOfBarcode<P extends { warehouse: Warehouse; barcode: string | null }>(
  barcode: string,
  products: readonly P[],
): P[] {
  const spelled = spellingsOf(barcode).flatMap(spelling => products.filter(product => product.barcode === spelling))
  return WAREHOUSES.flatMap(warehouse => spelled.find(product => product.warehouse === warehouse) ?? [])
}
