type Audience = 'customer' | 'marketer'

/** Where an order is shown. */
export const ORDER_OF: Record<Audience, (id: string) => string> = {
  customer: id => `/orders/${id}`,
  marketer: id => `/marketer/dashboard?tab=orders&order=${id}`,
}

/** Where carts, and orders that wait, are shown. */
export const CART_OF: Record<Audience, string> = { customer: '/cart', marketer: '/marketer/dashboard?tab=cart' }
