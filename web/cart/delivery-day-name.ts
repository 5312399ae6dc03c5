import type { CartOwner } from './cart.ts'

/** The name of the stored text that holds the delivery day that was chosen for a cart: YYYY-MM-DD, or '' for none. */
export const deliveryDayName = (owner: CartOwner) => (owner ? `cart-delivery-day:${owner}` : 'cart-delivery-day')
