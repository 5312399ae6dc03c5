import { storedText, storeText } from '../pwa/stored-text.ts'
import { type CartOwner, cartLines, noteTextName, setCart } from './cart.ts'
import { withoutLines } from './cart-line.ts'
import type { CartContent } from './return-to-cart.ts'

/**
 * Takes what an order had returned out of the cart again, as far as it is still there, because the order was placed
 * nevertheless. Returns whether the cart has changed.
 */
export function takeOutAgain({ lines, notes }: CartContent, of: CartOwner): boolean {
  const cart = cartLines(of)
  if (notes && storedText(noteTextName(of)) === notes) storeText(noteTextName(of), '')
  const inCart = new Set(cart.map(({ product_id }) => product_id))
  if (!lines.some(({ product_id }) => inCart.has(product_id))) return false
  setCart(withoutLines(cart, lines), of)
  return true
}
