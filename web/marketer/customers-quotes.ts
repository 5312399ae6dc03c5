import { acceptCustomersQuote, declineCustomersQuote } from '#contract/quote-decisions.ts'
import { ORDER_PATH } from '../orders/order-paths.ts'
import type { QuoteAudience } from '../quotes/quote-audience.ts'
import { session } from '../session.ts'

/** How a marketer decides on customers' quotes on their behalf. */
export const CUSTOMERS_QUOTES: QuoteAudience = {
  accept: acceptCustomersQuote,
  decline: declineCustomersQuote,
  orderPath: ORDER_PATH.marketer,
  requesterLabel: ({ created_by_marketer_id: by }) => {
    if (!by) return 'Müşteri istedi'
    return by === session()?.user.id ? 'Siz istediniz' : 'Önceki pazarlamacısı istedi'
  },
  namesCustomer: true,
}
