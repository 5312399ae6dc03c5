import type { Call } from '#contract/call.ts'
import type { Order } from '#contract/orders.ts'
import type { Quote } from '#contract/quotes.ts'

/** The answer that was on the screen. */
type Seen = { answered_at: string }

/** How an audience sees quotes and decides on them. */
export type QuoteDesk = {
  /** What tells of its quotes, asked for anew after a decision. */
  tell: readonly Pick<Call, 'method' | 'path'>[]
  accept: (id: string, seen: Seen) => Promise<{ message: string; order: Order }>
  decline: (id: string, seen: Seen) => Promise<{ message: string }>
  /** What tells of orders is asked for anew. */
  ordered: (order: Order) => Promise<void>
  orderPath: (id: string) => string
  /** Who asked, above what was asked for. */
  asker: (quote: Quote) => string
  /** The quotes are of many customers: each says whose it is. */
  namesCustomer: boolean
}
