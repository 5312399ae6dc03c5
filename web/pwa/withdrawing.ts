import { cancelCustomersOrder, cancelOrder, readCustomersOrder, readOrder } from '#contract/orders.ts'
import { ApiError, request } from '../api.ts'
import { randomId } from '../random-id.ts'
import { doubtConnection } from './connectivity.ts'
import { bodyOf, type Entry, type Happening } from './outbox-entry.ts'
import { isOwner, isUnanswered, place, send, staysOpen } from './sending.ts'

/**
 * Takes the next step in finding out whether an order that was taken back had arrived, and in cancelling it if it had;
 * it is never placed. Without an answer, nothing is known.
 */
export async function settle(entry: Entry): Promise<Happening | undefined> {
  if (entry.standing.is !== 'withdrawn' || !isOwner(entry)) return undefined
  try {
    return entry.standing.order_id ? await cancel(entry, entry.standing.order_id) : await lookFor(entry)
  } catch (error) {
    if (isUnanswered(error)) void doubtConnection()
    return undefined
  }
}

/**
 * An order of something that is never on sale, sent with the same key: where the key is taken the server says so,
 * because the content is another; where it is free the order is refused, and the key stays free.
 */
async function lookFor(entry: Entry): Promise<Happening | undefined> {
  const nothing = { ...bodyOf([], ''), items: [{ product_id: randomId(), quantity: 1 }] }
  const error = await place(entry, nothing).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError) || staysOpen(error)) return undefined
  if (error.code !== 'idempotency_key_reused') return { is: 'absent', at: Date.now() }
  // The key is taken for good, so this answers with the order that it made and makes none.
  const sent = await send(entry)
  if (sent.is === 'placed') return { is: 'placed', order_id: sent.order.id }
  return sent.is === 'known' ? { is: 'known' } : undefined
}

async function cancel({ customer }: Entry, id: string): Promise<Happening | undefined> {
  try {
    await request(customer ? cancelCustomersOrder : cancelOrder, { params: { id } })
    return { is: 'cancelled' }
  } catch (error) {
    if (!(error instanceof ApiError) || staysOpen(error)) return undefined
    // A customer that is another marketer's by now may have it still.
    if (error.status === 404) return { is: customer ? 'too_late' : 'cancelled' }
    // Cancelled by somebody already is as good.
    const { status } = await request(customer ? readCustomersOrder : readOrder, { params: { id } })
    return { is: status === 'iptal' ? 'cancelled' : 'too_late' }
  }
}
