import { storedText, storeText } from '../pwa/stored-text.ts'
import { type CartOwner, cartLines, noteTextName, setCart } from './cart.ts'
import { withoutLines } from './cart-line.ts'
import { deliveryDayName } from './delivery-day-name.ts'
import type { CartContent } from './return-to-cart.ts'

/**
 * Takes what an order had returned out of the cart again, as far as it is still there, because the order was placed
 * nevertheless; its delivery day only if nothing else is left to be delivered then. Returns what was taken out, or
 * undefined if no lines were.
 */
export function takeOutAgain({ lines, notes, day }: CartContent, owner: CartOwner): CartContent | undefined {
  const cart = cartLines(owner)
  const left = withoutLines(cart, lines)
  // As much as both the order and the cart have.
  const taken = withoutLines(lines, withoutLines(lines, cart))
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
