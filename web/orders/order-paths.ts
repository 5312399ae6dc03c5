import type { Role } from '#contract/call.ts'

/** The address of an order's page. */
export const ORDER_PATH: Record<Role, (id: string) => string> = {
  customer: id => `/orders/${id}`,
  marketer: id => `/marketer/dashboard?tab=orders&order=${id}`,
  admin: id => `/admin/orders/${id}`,
}

/** The address of the cart's page, which also shows the waiting orders. */
export const CART_PATH: Record<Role, string> = {
  customer: '/cart',
  marketer: '/marketer/dashboard?tab=cart',
  admin: '/admin/phone-order?tab=cart',
}
