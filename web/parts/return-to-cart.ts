import { type CartOf, cartLines, noteName, setCart } from './cart.ts'
import { type CartLine, withReturned } from './cart-line.ts'
import { keepText, keptText } from './kept-text.ts'
import { noteWith } from './note.ts'

/** The lines and the note of a cart. */
export type CartContent = { lines: readonly CartLine[]; notes: string }

/** Returns the content of an order that was not placed to the cart, merging it with the present content. */
export function returnToCart({ lines, notes }: CartContent, of: CartOf) {
  setCart(withReturned(cartLines(of), lines), of)
  keepText(noteName(of), noteWith(keptText(noteName(of)), notes))
}
