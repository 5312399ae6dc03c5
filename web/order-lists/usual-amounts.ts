import type { BoughtProduct } from '#contract/order-lists.ts'
import type { ShownLine } from './list-rows.tsx'
import { type Wanted, wantedOf } from './wanted-quantities.ts'

/**
 * The customer's usual quantity of each product of a list for which nothing was entered yet, by product id. Lines with
 * a target are omitted, as their quantity depends on the shelf.
 */
export function usualAmounts(
  lines: readonly ShownLine[],
  bought: ReadonlyMap<string, BoughtProduct>,
): ReadonlyMap<string, Wanted> {
  return new Map(
    lines.flatMap(({ product_id, target }) => {
      const usual = bought.get(product_id)?.usual_quantity
      const isEntered = wantedOf(product_id).quantity > 0
      return usual === undefined || target !== null || isEntered ? [] : [[product_id, { quantity: usual }] as const]
    }),
  )
}
