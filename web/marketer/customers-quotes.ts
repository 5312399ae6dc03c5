import {
  acceptCustomersQuote,
  declineCustomersQuote,
  listCustomersQuotes,
  readCustomersQuote,
} from '#contract/quotes.ts'
import { request } from '../api.ts'
import { ORDER_OF } from '../parts/order-address.ts'
import type { QuoteDesk } from '../parts/quote-desk.ts'
import { session } from '../session.ts'
import { ordersChanged } from './orders-changed.ts'

/** How a marketer decides on customers' quotes on their behalf. */
export const CUSTOMERS_QUOTES: QuoteDesk = {
  tell: [listCustomersQuotes, readCustomersQuote],
  accept: async (id, body) => request(acceptCustomersQuote, { params: { id }, body }),
  decline: async (id, body) => request(declineCustomersQuote, { params: { id }, body }),
  ordered: ordersChanged,
  orderPath: ORDER_OF.marketer,
  asker: ({ created_by_marketer_id: by }) => {
    if (!by) return 'Müşteri istedi'
    return by === session()?.user.id ? 'Siz istediniz' : 'Önceki pazarlamacısı istedi'
  },
  namesCustomer: true,
}
