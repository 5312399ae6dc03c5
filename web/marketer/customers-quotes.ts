import { readOwnCustomer } from '#contract/customers.ts'
import { acceptCustomersQuote, declineCustomersQuote } from '#contract/quote-decisions.ts'
import { request } from '../api.ts'
import { session } from '../current-session.ts'
import { PassiveWarning } from '../customers/passive-warning.tsx'
import { CART_PATH, ORDER_PATH } from '../orders/order-paths.ts'
import type { QuoteAudience } from '../quotes/quote-audience.ts'
import { openCart } from './open-cart.ts'

/** How a marketer decides on customers' quotes on their behalf. */
export const CUSTOMERS_QUOTES: QuoteAudience = {
  accept: acceptCustomersQuote,
  decline: declineCustomersQuote,
  orderPath: ORDER_PATH.marketer,
  openCart: async ({ customer_id }, isWanted) => {
    const customer = await request(readOwnCustomer, { params: { id: customer_id } })
    // A marketer who has moved on may be ordering for another customer by now.
    if (!isWanted()) return undefined
    openCart(customer)
    return CART_PATH.marketer
  },
  requesterLabel: ({ created_by_marketer_id: by }) => {
    if (!by) return 'Müşteri istedi'
    return by === session()?.user.id ? 'Siz istediniz' : 'Önceki pazarlamacısı istedi'
  },
  namesCustomer: true,
  Warning: PassiveWarning,
}
