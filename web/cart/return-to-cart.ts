import { type CartLine } from '../pwa/order-draft.ts'
import { storedText, storeText } from '../pwa/stored-text.ts'
import { atListPrice, returnAtAgreedPrices } from './agreed-prices.ts'
import { type CartOwner, cartLines, noteTextName, setCart } from './cart.ts'
import { withRestored } from './cart-line.ts'
import { deliveryDayName } from './delivery-day-name.ts'
import { noteWith } from './note.ts'

/** The lines, the note and the delivery day (YYYY-MM-DD) of a cart. */
export type CartContent = { lines: readonly CartLine[]; notes: string; day?: string | null | undefined }

/**
 * Returns the content of an order that was not placed to the cart, merging it with the current content. Its delivery
 * day is chosen again, unless another one has been chosen since.
 */
export function returnToCart({ lines, notes, day }: CartContent, owner: CartOwner) {
  returnAtAgreedPrices(owner, lines, () => setCart(withRestored(cartLines(owner), lines.map(atListPrice)), owner))
  storeText(noteTextName(owner), noteWith(storedText(noteTextName(owner)), notes))
  if (day) storeText(deliveryDayName(owner), storedText(deliveryDayName(owner)) || day)
}
