import * as z from 'zod/mini'
import { NewOrder, orderTotals } from '#contract/orders.ts'
import { CartCustomer } from '../parts/cart-customer.ts'
import { CartLine } from '../parts/cart-line.ts'

/** Why the server does not take an order: its sentence, and what it says of single products. */
const Refusal = z.object({ code: z.string(), sentence: z.string(), by_product: z.record(z.string(), z.string()) })
export type Refusal = z.output<typeof Refusal>

/** How an order in the outbox stands. */
const Standing = z.discriminatedUnion('is', [
  z.object({ is: z.literal('waiting') }),
  z.object({ is: z.literal('refused'), refusal: Refusal }),
  /** Taken back after it was sent: whether it arrived is not known, or it did (`order_id`) and is to be cancelled. */
  z.object({ is: z.literal('withdrawn'), order_id: z.nullable(z.uuid()) }),
  /** Taken back too late: it is being prepared. */
  z.object({ is: z.literal('too_late'), order_id: z.uuid() }),
])

/** An order that waits in this browser for whoever filled it. Its key was made once and goes with every try. */
export const Entry = z.object({
  key: z.uuid(),
  user_id: z.uuid(),
  /** Nobody where a customer orders for itself. */
  customer: z._default(z.nullable(CartCustomer), null),
  body: NewOrder,
  lines: z.array(CartLine),
  created_at: z.string(),
  /** How often it was handed to the network, and when last. */
  tries: z.int(),
  last_try: z.nullable(z.int()),
  standing: Standing,
})
export type Entry = z.output<typeof Entry>

/** Whether only the user can say what becomes of it. */
export const needsDecision = ({ standing }: Entry) => standing.is === 'refused' || standing.is === 'too_late'

export type Happening =
  | { is: 'sent'; at: number }
  | { is: 'placed'; order_id: string }
  /** The server took it before, and no longer says as which order. */
  | { is: 'known' }
  | { is: 'refused'; refusal: Refusal }
  /** This app failed before the try that was begun left it. */
  | { is: 'not_sent'; refusal: Refusal }
  | { is: 'withdrawn' }
  /** The server has no order with this key. */
  | { is: 'absent'; at: number }
  | { is: 'cancelled' }
  | { is: 'too_late' }
  | { is: 'dismissed' }

/** As long as a request may be under way at the most; until then what has not arrived still may. */
export const UNDER_WAY = 2 * 60 * 1000

/** What somebody orders, and for which customer if not for itself. */
export type Wanted = { lines: readonly CartLine[]; notes: string; customer: CartCustomer | null }

/** The order that these lines become, as it is sent at every try. */
export function newEntry(
  user_id: string,
  { lines, notes, customer }: Wanted,
  { key, now }: { key: string; now: Date },
): Entry {
  return {
    key,
    user_id,
    customer,
    body: bodyOf(lines, notes),
    lines: [...lines],
    created_at: now.toISOString(),
    tries: 0,
    last_try: null,
    standing: { is: 'waiting' },
  }
}

/** What is asked of the server for these lines. */
export function bodyOf(lines: readonly CartLine[], notes: string): NewOrder {
  return {
    // What the person saw of each line, in lira, so that the server can name the lines that changed.
    items: lines.map(({ product_id, quantity, price, vat_rate }) => ({
      product_id,
      quantity,
      price: price / 100,
      vat_rate,
    })),
    notes: notes.trim() || null,
    expected_total: orderTotals(lines).grand,
  }
}

/** What becomes of an order in the outbox; `undefined`: it leaves. What cannot happen to it changes nothing. */
export function after(entry: Entry, happening: Happening): Entry | undefined {
  switch (entry.standing.is) {
    case 'waiting':
      return afterWaiting(entry, happening)
    case 'withdrawn':
      return afterWithdrawn(entry, happening)
    default:
      return happening.is === 'dismissed' ? undefined : entry
  }
}

function afterWaiting(entry: Entry, happening: Happening): Entry | undefined {
  switch (happening.is) {
    case 'sent':
      return { ...entry, tries: entry.tries + 1, last_try: happening.at }
    case 'placed':
    case 'known':
      return undefined
    case 'refused':
      return { ...entry, standing: { is: 'refused', refusal: happening.refusal } }
    case 'not_sent':
      return afterAppFault(entry, happening.refusal)
    case 'withdrawn':
      // What no network has seen cannot have arrived.
      return entry.tries === 0 ? undefined : { ...entry, standing: { is: 'withdrawn', order_id: null } }
    default:
      return entry
  }
}

function afterAppFault(entry: Entry, refusal: Refusal): Entry {
  const tries = Math.max(0, entry.tries - 1)
  // An earlier try may have arrived: it goes on waiting for its answer.
  return { ...entry, tries, ...(tries === 0 && { standing: { is: 'refused', refusal } }) }
}

function afterWithdrawn(entry: Entry, happening: Happening): Entry | undefined {
  const order_id = entry.standing.is === 'withdrawn' ? entry.standing.order_id : null
  switch (happening.is) {
    case 'placed':
      return { ...entry, standing: { is: 'withdrawn', order_id: happening.order_id } }
    case 'absent':
      return afterAbsence(entry, happening.at)
    // A no to what was still under way says for certain that nothing came of it.
    case 'refused':
    case 'cancelled':
    case 'known':
      return undefined
    case 'too_late':
      return order_id ? { ...entry, standing: { is: 'too_late', order_id } } : entry
    default:
      return entry
  }
}

function afterAbsence(entry: Entry, at: number): Entry | undefined {
  const waited = at - (entry.last_try ?? 0)
  // The device's clock was set back: the wait begins anew, so that it comes to an end.
  if (waited < 0) return { ...entry, last_try: at }
  return waited > UNDER_WAY ? undefined : entry
}
