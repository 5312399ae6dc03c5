import {
  acceptCustomersQuote,
  declineCustomersQuote,
  listCustomersQuotes,
  readCustomersQuote,
} from '#contract/quotes.ts'
import { request } from '../api.ts'
import { ORDER_PATH } from '../orders/order-paths.ts'
import type { QuoteAudience } from '../quotes/quote-audience.ts'
import { session } from '../session.ts'
import { invalidateOrders } from './invalidate-orders.ts'

/** How a marketer decides on customers' quotes on their behalf. */
export const CUSTOMERS_QUOTES: QuoteAudience = {
  invalidates: [listCustomersQuotes, readCustomersQuote],
  accept: async (id, body) => request(acceptCustomersQuote, { params: { id }, body }),
  decline: async (id, body) => request(declineCustomersQuote, { params: { id }, body }),
  onOrdered: invalidateOrders,
  orderPath: ORDER_PATH.marketer,
  requesterLabel: ({ created_by_marketer_id: by }) => {
    if (!by) return 'Müşteri istedi'
    return by === session()?.user.id ? 'Siz istediniz' : 'Önceki pazarlamacısı istedi'
  },
  namesCustomer: true,
}
