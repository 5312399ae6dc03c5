import type { Product } from '#contract/catalogue.ts'
import type { BoughtProduct, ListLine } from '#contract/order-lists.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { isSoldOut } from '#contract/sale.ts'

/** How many of a wanted quantity of a product can be ordered today; goods that are expected are not limited by stock. */
export function orderable(product: Product, quantity = MAX_QUANTITY): number {
  if (isSoldOut(product)) return 0
  const { stock_quantity: stock } = product
  return Math.min(quantity, stock > 0 ? stock : MAX_QUANTITY, MAX_QUANTITY)
}

/**
 * How much of a product the customer usually orders, as far as it can be ordered today; 0 if it was last bought in
 * another unit, of which the quantity says nothing.
 */
export const usualAmount = (product: Product, bought: BoughtProduct | undefined): number =>
  bought?.unit === product.unit ? orderable(product, bought.usual_quantity) : 0

type Targeted = Pick<ListLine, 'unit' | 'target' | 'target_unit'>

/** The unit in which the target of a list's line was set. */
export const unitOfTarget = ({ unit, target_unit }: Omit<Targeted, 'target'>): string => target_unit ?? unit

/**
 * The target of a list's line; null without one, and if its product has another unit by now: 24 ADET are not 24 PAKET.
 */
export const presentTarget = (line: Targeted, product: Product): number | null =>
  unitOfTarget(line) === product.unit ? line.target : null
