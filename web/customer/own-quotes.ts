import { readOrder } from '#contract/orders.ts'
import { acceptQuote, declineQuote } from '#contract/quote-decisions.ts'
import { CART_PATH, ORDER_PATH } from '../orders/order-paths.ts'
import { cacheRow } from '../queries.ts'
import type { QuoteAudience } from '../quotes/quote-audience.ts'
import { PassiveNote } from './passive-note.tsx'

/** The calls and texts with which customers decide on their own quotes. */
export const OWN_QUOTES: QuoteAudience = {
  accept: acceptQuote,
  decline: declineQuote,
  onOrdered: order => cacheRow({ read: readOrder }, order),
  orderPath: ORDER_PATH.customer,
  openCart: async () => CART_PATH.customer,
  requesterLabel: quote => (quote.created_by_marketer_id ? 'Pazarlamacınız istedi' : 'İstediğiniz'),
  namesCustomer: false,
  Warning: PassiveNote,
}
