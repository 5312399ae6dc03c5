import type { ComponentType } from 'react'
import type { Order } from '#contract/orders.ts'
import type {
  acceptCustomersQuote,
  acceptQuote,
  declineCustomersQuote,
  declineQuote,
} from '#contract/quote-decisions.ts'
import type { Quote } from '#contract/quotes.ts'

/** What differs between audiences in showing and deciding quotes. */
export type QuoteAudience = {
  accept: typeof acceptQuote | typeof acceptCustomersQuote
  decline: typeof declineQuote | typeof declineCustomersQuote
  /** Called with the order of an accepted quote. */
  onOrdered?: (order: Order) => void
  orderPath: (id: string) => string
  /**
   * Opens the cart of the quote's customer, and resolves to the address at which it is shown; nothing is opened, and there
   * is none, if it is not wanted any more once the customer is known.
   */
  openCart: (quote: Quote, isWanted: () => boolean) => Promise<string | undefined>
  /** The heading of the requested goods, naming the customer. */
  requesterLabel: (quote: Quote) => string
  /** Whether each quote shows its customer's name. */
  namesCustomer: boolean
  /** Warns of what would be refused before a quote is accepted. */
  Warning?: ComponentType
}
