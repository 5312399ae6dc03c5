import { insertAt } from '../insert-at.ts'
import { cartLines, openCart, presentOwner, setCart } from './cart.ts'
import { withQuantity } from './cart-line.ts'
import { takeNoteAndDay } from './note-and-day.ts'
import { returnToCart } from './return-to-cart.ts'

// Edits of an open cart. They are not in `cart.ts`, because a first visit of the catalogue loads that.

/** Sets the quantity of a line of the open cart; 0 or below removes the line. */
export function setCartQuantity(product_id: string, quantity: number) {
  const set = cartLines().map(line => (line.product_id === product_id ? withQuantity(line, quantity) : line))
  setCart(set.filter(line => line.quantity > 0))
}

/**
 * Removes a line and returns an undo function that restores it in its place. With the last line, the cart's note and
 * day are removed and restored.
 */
export function removeFromCart(product_id: string): () => void {
  const owner = openCart()
  const place = cartLines(owner).findIndex(line => line.product_id === product_id)
  const removed = cartLines(owner)[place]
  setCartQuantity(product_id, 0)
  const taken = removed && cartLines(owner).length === 0 ? takeNoteAndDay(owner) : undefined
  return () => {
    const to = presentOwner(owner)
    const lines = cartLines(to)
    if (removed && !lines.some(line => line.product_id === product_id)) setCart(insertAt(lines, place, removed), to)
    if (taken) returnToCart({ lines: [], ...taken }, to)
  }
}

/** Clears the cart with its note and day, and returns an undo function that merges them back into it. */
export function clearCart(): () => void {
  const owner = openCart()
  const lines = cartLines(owner)
  setCart([], owner)
  const taken = takeNoteAndDay(owner)
  return () => returnToCart({ lines, ...taken }, presentOwner(owner))
}
