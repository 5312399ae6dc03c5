import type { BoughtProduct } from '#contract/order-lists.ts'
import type { Products } from '../cart/cart-changes.ts'
import type { ShownLine } from './list-rows.tsx'
import { presentTarget, usualAmount } from './orderable.ts'
import { quantityIn, type Shelves } from './shelf-counts.ts'
import type { Wanted } from './wanted-in-unit.ts'
import { wantedOf } from './wanted-quantities.ts'

type Rows = { bought: ReadonlyMap<string, BoughtProduct>; products: Products; shelves: Shelves }

/**
 * The customer's usual quantity of each product of a list for which nothing was entered yet, as far as it can be ordered
 * today, by product id. Lines with a target are omitted, as their quantity depends on the shelf.
 */
export function usualAmounts(
  lines: readonly ShownLine[],
  { bought, products, shelves }: Rows,
): ReadonlyMap<string, Wanted> {
  return new Map(
    lines.flatMap(line => {
      const { product_id } = line
      const product = products.get(product_id)
      if (!product) return []
      const { unit } = product
      const quantity = usualAmount(product, bought.get(product_id))
      const wanted = wantedOf(product_id)
      // Of a product that was counted nothing is known to be wanted while the lists are loading.
      const isEntered = Boolean(wanted.counts?.length) || quantityIn(wanted, unit, shelves.get(product_id)) > 0
      const hasTarget = presentTarget(line, product) !== null
      return quantity === 0 || hasTarget || isEntered ? [] : [[product_id, { quantity, unit }] as const]
    }),
  )
}
