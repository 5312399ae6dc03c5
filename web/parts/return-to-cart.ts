import { type CartOf, cartLines, noteName, setCart } from './cart.ts'
import { type CartLine, withReturned } from './cart-line.ts'
import { keepText, keptText } from './kept-text.ts'
import { noteWith } from './note.ts'

/** What a person has put together. */
export type CartContent = { lines: readonly CartLine[]; notes: string }

/** What was not ordered after all comes back to the cart, beside what is in it by now. */
export function returnToCart({ lines, notes }: CartContent, of: CartOf) {
  setCart(withReturned(cartLines(of), lines), of)
  keepText(noteName(of), noteWith(keptText(noteName(of)), notes))
}
