import { spellingsOf } from './barcode-spellings.ts'
import { WAREHOUSES, type Warehouse } from './products.ts'

/**
 * The products that a barcode in any spelling means: one per warehouse, the main warehouse's first. If several products
 * of a warehouse have different spellings of it, the one with the first spelling is meant: the spelling as entered.
 */
export function productsOfBarcode<P extends { warehouse: Warehouse; barcode: string | null }>(
  barcode: string,
  products: readonly P[],
): P[] {
  const spelled = spellingsOf(barcode).flatMap(spelling => products.filter(product => product.barcode === spelling))
  return WAREHOUSES.flatMap(warehouse => spelled.find(product => product.warehouse === warehouse) ?? [])
}
