import { type CartLine } from '../pwa/order-draft.ts'
import { storedText, storeText } from '../pwa/stored-text.ts'
import { atListPrice, restoreAgreedPrices } from './agreed-prices.ts'
import { type CartOwner, cartLines, noteTextName, setCart } from './cart.ts'
import { withRestored } from './cart-line.ts'
import { noteWith } from './note.ts'

/** The lines and the note of a cart. */
export type CartContent = { lines: readonly CartLine[]; notes: string }

/** Returns the content of an order that was not placed to the cart, merging it with the current content. */
export function returnToCart({ lines, notes }: CartContent, of: CartOwner) {
  setCart(withRestored(cartLines(of), lines.map(atListPrice)), of)
  if (of) restoreAgreedPrices(of, lines)
  storeText(noteTextName(of), noteWith(storedText(noteTextName(of)), notes))
}
