import type { ComponentType } from 'react'
import type { Order } from '#contract/orders.ts'
import type {
  acceptCustomersQuote,
  acceptQuote,
  declineCustomersQuote,
  declineQuote,
} from '#contract/quote-decisions.ts'
import type { Quote } from '#contract/quotes.ts'

/** The differences between audiences in showing quotes and deciding on them. */
export type QuoteAudience = {
  accept: typeof acceptQuote | typeof acceptCustomersQuote
  decline: typeof declineQuote | typeof declineCustomersQuote
  /** Called with the order of an accepted quote. */
  onOrdered?: (order: Order) => void
  orderPath: (id: string) => string
  /**
   * Opens the cart of the quote's customer and resolves to its address. If `isWanted` returns false once the customer
   * is loaded, no cart is opened, and it resolves to `undefined`.
   */
  openCart: (quote: Quote, isWanted: () => boolean) => Promise<string | undefined>
  /** The heading of the requested goods, naming the customer. */
  requesterLabel: (quote: Quote) => string
  /** Whether each quote shows its customer's name. */
  namesCustomer: boolean
  /** A warning, shown before a quote is accepted, that this would be refused. */
  Warning?: ComponentType<{ customer_id: string }>
}
