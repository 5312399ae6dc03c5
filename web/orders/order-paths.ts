type Audience = 'customer' | 'marketer'

/** The address of an order's page. */
export const ORDER_PATH: Record<Audience, (id: string) => string> = {
  customer: id => `/orders/${id}`,
  marketer: id => `/marketer/dashboard?tab=orders&order=${id}`,
}

/** The address of the cart's page, which also shows the waiting orders. */
export const CART_PATH: Record<Audience, string> = { customer: '/cart', marketer: '/marketer/dashboard?tab=cart' }
