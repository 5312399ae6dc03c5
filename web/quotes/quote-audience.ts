import type { Call } from '#contract/call.ts'
import type { Order } from '#contract/orders.ts'
import type { Quote } from '#contract/quotes.ts'

/** Identifies the answer that the user saw. */
type SeenAnswer = { answered_at: string }

/** What differs between audiences in showing and deciding quotes. */
export type QuoteAudience = {
  /** The queries to invalidate after a decision. */
  invalidates: readonly Pick<Call, 'method' | 'path'>[]
  accept: (id: string, seen: SeenAnswer) => Promise<{ message: string; order: Order }>
  decline: (id: string, seen: SeenAnswer) => Promise<{ message: string }>
  /** Invalidates the queries of orders. */
  onOrdered: (order: Order) => Promise<void>
  orderPath: (id: string) => string
  /** The heading of the requested goods, naming the customer. */
  requesterLabel: (quote: Quote) => string
  /** Whether each quote shows its customer's name. */
  namesCustomer: boolean
}
