import { listOwnCustomers } from '#contract/customers.ts'
import { listCustomersOrders } from '#contract/orders.ts'
import { acceptCustomersQuote, declineCustomersQuote, listCustomersQuotes } from '#contract/quotes.ts'
import { readMarketerStats } from '#contract/reports.ts'
import { ask } from '../api.ts'
import { answers, answersOf } from '../parts/asking.ts'
import type { QuoteDesk } from '../parts/quote-desk.ts'
import { session } from '../session.ts'

/** A marketer decides on its customers' quotes for them. */
export const CUSTOMERS_QUOTES: QuoteDesk = {
  list: listCustomersQuotes,
  accept: async (id, body) => ask(acceptCustomersQuote, { params: { id }, body }),
  decline: async id => ask(declineCustomersQuote, { params: { id } }),
  ordered: async () => {
    const stale = [listCustomersOrders, listOwnCustomers, readMarketerStats]
    await Promise.all(stale.map(call => answers.invalidateQueries({ queryKey: answersOf(call) })))
  },
  orderPath: id => `/marketer/dashboard?tab=orders&order=${id}`,
  asker: ({ created_by_marketer_id: by }) => {
    if (!by) return 'Müşteri istedi'
    return by === session()?.user.id ? 'Siz istediniz' : 'Önceki pazarlamacısı istedi'
  },
  namesCustomer: true,
}
