import { storedText, storeText } from '../pwa/stored-text.ts'
import { agreedPricesOf, applyAgreedPrices } from './agreed-prices.ts'
import { type CartOwner, cartLines, noteTextName, setCart } from './cart.ts'
import { withoutLines } from './cart-line.ts'
import { deliveryDayName } from './delivery-day-name.ts'
import type { CartContent } from './return-to-cart.ts'

/**
 * Takes what an order had returned out of the cart again, as far as it is still there, because the order was placed
 * nevertheless; its delivery day only if nothing else is left to be delivered then. Lines in another unit than the
 * order's stay. Returns what was taken out, as it was in the cart, or undefined if no lines were.
 */
export function takeOutAgain({ lines, notes, day }: CartContent, owner: CartOwner): CartContent | undefined {
  const cart = cartLines(owner)
  // A line that was joined with one in another unit has both units (page 063).
  const units = new Map(cart.map(({ product_id, unit }) => [product_id, unit.split(' + ')]))
  const left = withoutLines(
    cart,
    lines.filter(line => units.get(line.product_id)?.includes(line.unit)),
  )
  // Storing the cart without lines deletes their agreed prices.
  const taken = applyAgreedPrices(withoutLines(cart, left), agreedPricesOf(owner))
  if (taken.length === 0) return undefined
  setCart(left, owner)
  return {
    lines: taken,
    notes: emptied(noteTextName(owner), notes),
    day: emptied(deliveryDayName(owner), (left.length === 0 && day) || ''),
  }
}

/** Empties a stored text if it is this one, and returns what was removed. */
function emptied(name: string, text: string): string {
  if (text === '' || storedText(name) !== text) return ''
  storeText(name, '')
  return text
}
