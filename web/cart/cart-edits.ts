import { insertAt } from '../insert-at.ts'
import { cartLines, openCart, presentOwner, setCart } from './cart.ts'
import { withQuantity, withRestored } from './cart-line.ts'

// Edits of an open cart. They are not in `cart.ts`, because a first visit of the catalogue loads that.

/** Sets the quantity of a line of the open cart; 0 or below removes the line. */
export function setCartQuantity(product_id: string, quantity: number) {
  const set = cartLines().map(line => (line.product_id === product_id ? withQuantity(line, quantity) : line))
  setCart(set.filter(line => line.quantity > 0))
}

/** Removes a line and returns an undo function that restores it in its place. */
export function removeFromCart(product_id: string): () => void {
  const owner = openCart()
  const place = cartLines(owner).findIndex(line => line.product_id === product_id)
  const removed = cartLines(owner)[place]
  setCartQuantity(product_id, 0)
  return () => {
    const to = presentOwner(owner)
    const lines = cartLines(to)
    if (removed && !lines.some(line => line.product_id === product_id)) setCart(insertAt(lines, place, removed), to)
  }
}

/** Clears the cart and returns an undo function that merges the lines back into it. */
export function clearCart(): () => void {
  const owner = openCart()
  const lines = cartLines(owner)
  setCart([], owner)
  return () => setCart(withRestored(cartLines(presentOwner(owner)), lines), presentOwner(owner))
}
