import { acceptQuote, declineQuote, listQuotes, readQuote } from '#contract/quotes.ts'
import { request } from '../api.ts'
import { ORDER_OF } from '../parts/order-address.ts'
import type { QuoteDesk } from '../parts/quote-desk.ts'
import { orderChanged } from './order-changed.ts'

/** How a customer decides on its own quotes. */
export const OWN_QUOTES: QuoteDesk = {
  tell: [listQuotes, readQuote],
  accept: async (id, body) => request(acceptQuote, { params: { id }, body }),
  decline: async (id, body) => request(declineQuote, { params: { id }, body }),
  ordered: orderChanged,
  orderPath: ORDER_OF.customer,
  asker: quote => (quote.created_by_marketer_id ? 'Pazarlamacınız istedi' : 'İstediğiniz'),
  namesCustomer: false,
}
