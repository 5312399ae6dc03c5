import { session } from '../current-session.ts'
import { openCart } from './cart.ts'

/**
 * Remembers the open cart and its user, for products that are put into it later. The returned function says whether it
 * is still open; a cart without a customer becomes the cart of the customer chosen since.
 */
export function rememberOpenCart(): () => boolean {
  const [owner, user] = [openCart(), session()?.user.id]
  return () => session()?.user.id === user && (owner === null || openCart() === owner)
}
