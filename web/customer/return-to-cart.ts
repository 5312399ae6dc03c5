import { cartLines, setCart } from '../parts/cart.ts'
import { type CartLine, withReturned } from '../parts/cart-line.ts'
import { keepText, keptText } from './kept-text.ts'
import { noteWith } from './note.ts'

/** What a person has put together. */
export type CartContent = { lines: readonly CartLine[]; notes: string }

/** What was not ordered after all comes back to the cart, beside what is in it by now. */
export function returnToCart({ lines, notes }: CartContent) {
  setCart(withReturned(cartLines(), lines))
  keepText('cart-note', noteWith(keptText('cart-note'), notes))
}
