import { acceptQuote, declineQuote, listQuotes, readQuote } from '#contract/quotes.ts'
import { request } from '../api.ts'
import { ORDER_PATH } from '../orders/order-paths.ts'
import type { QuoteAudience } from '../quotes/quote-audience.ts'
import { invalidateOrders } from './invalidate-orders.ts'

/** How a customer decides on its own quotes. */
export const OWN_QUOTES: QuoteAudience = {
  invalidates: [listQuotes, readQuote],
  accept: async (id, body) => request(acceptQuote, { params: { id }, body }),
  decline: async (id, body) => request(declineQuote, { params: { id }, body }),
  onOrdered: invalidateOrders,
  orderPath: ORDER_PATH.customer,
  requesterLabel: quote => (quote.created_by_marketer_id ? 'Pazarlamacınız istedi' : 'İstediğiniz'),
  namesCustomer: false,
}
