import { CANCELLED_STATUS } from '#contract/order-status.ts'
import { cancelCustomersOrder, cancelOrder, placeOrder, readCustomersOrder, readOrder } from '#contract/orders.ts'
import { ApiError, request } from '../api.ts'
import { randomId } from '../random-id.ts'
import { probeConnection } from './connectivity.ts'
import { bodyOf, type Entry, type EntryEvent } from './outbox-entry.ts'
import { isNetworkFailure, isOutcomeOpen, isOwner, postOrder, sendOrder } from './send-order.ts'

/**
 * Performs the next step of withdrawing a sent order: finds out whether it arrived, and cancels it if it did; never
 * places it. Without a response, the outcome stays unknown.
 */
export async function settle(entry: Entry): Promise<EntryEvent | undefined> {
  if (entry.standing.is !== 'withdrawn' || !isOwner(entry)) return undefined
  try {
    return entry.standing.order_id ? await cancel(entry, entry.standing.order_id) : await lookUp(entry)
  } catch (error) {
    if (isNetworkFailure(error)) void probeConnection()
    return undefined
  }
}

/**
 * Sends an order of a non-existent product with the same key. If the key is taken, the server rejects the different
 * body; if it is free, the server rejects the product, and the key stays free.
 */
async function lookUp(entry: Entry): Promise<EntryEvent | undefined> {
  const impossible = { ...bodyOf([], ''), items: [{ product_id: randomId(), quantity: 1 }] }
  const error = await postOrder(entry, impossible).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError) || isOutcomeOpen(error)) return undefined
  if (!error.is(placeOrder, 'idempotency_key_reused')) return { is: 'absent', at: Date.now() }
  // The key is taken, so this returns the order placed with it and creates none.
  const sent = await sendOrder(entry)
  if (sent.is === 'placed') return { is: 'placed', order_id: sent.order.id }
  return sent.is === 'known' ? { is: 'known' } : undefined
}

async function cancel({ customer }: Entry, id: string): Promise<EntryEvent | undefined> {
  try {
    await request(customer ? cancelCustomersOrder : cancelOrder, { params: { id } })
    return { is: 'cancelled' }
  } catch (error) {
    if (!(error instanceof ApiError) || isOutcomeOpen(error)) return undefined
    // A customer assigned to another marketer by now may still have the order.
    if (error.status === 404) return { is: customer ? 'too_late' : 'cancelled' }
    // It may have been cancelled by another user already.
    const { status } = await request(customer ? readCustomersOrder : readOrder, { params: { id } })
    return { is: status === CANCELLED_STATUS ? 'cancelled' : 'too_late' }
  }
}
