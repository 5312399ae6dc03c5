import { isCancelled } from '#contract/order-status.ts'
import { cancelOrder, readOrder, readOrderByKey } from '#contract/orders.ts'
import { cancelCustomersOrder, readCustomersOrder, readCustomersOrderByKey } from '#contract/staff-orders.ts'
import { REQUEST_TIME } from '#contract/times.ts'
import { isOffline, isRequestError, request } from '../api.ts'
import { isOutcomeOpen } from '../open-outcome.ts'
import { withTimeLimit } from '../time-limit.ts'
import { probeConnection } from './connectivity.ts'
import type { Entry, EntryEvent, OrderEntry } from './outbox-entry.ts'
import { lookUpChange } from './send-change.ts'
import { isOwner } from './send-order.ts'

/**
 * Performs the next step of withdrawing a sent order or change: finds out whether it arrived, and cancels an order that
 * did; never sends it again. Resolves to undefined while the outcome is unknown.
 */
export async function continueWithdrawal(entry: Entry): Promise<EntryEvent | undefined> {
  if (entry.standing.is !== 'withdrawn' || !isOwner(entry)) return undefined
  // A change that has arrived is not reverted: only its users can decide what the record should be now.
  if (entry.kind === 'change' && entry.standing.order_id) return { kind: 'too_late' }
  try {
    if (entry.kind === 'change') return await lookUpChange(entry)
    return entry.standing.order_id ? await cancel(entry, entry.standing.order_id) : await lookUp(entry)
  } catch (error) {
    if (isOffline(error)) void probeConnection()
    return undefined
  }
}

/** Finds out whether the order arrived; the server waits for a request that is placing it. */
async function lookUp({ customer, key }: OrderEntry): Promise<EntryEvent | undefined> {
  try {
    const order = await withTimeLimit(REQUEST_TIME, signal =>
      request(customer ? readCustomersOrderByKey : readOrderByKey, { params: { key }, signal }),
    )
    return { kind: 'placed', order_id: order.id }
  } catch (error) {
    if (!isRequestError(error)) return undefined
    if (error.isUnreadable) return { kind: 'arrived_unidentified' }
    if (error.is(readCustomersOrderByKey, 'order_not_visible')) return { kind: 'not_visible' }
    // A server of an earlier version, without this call, replies `not_found`, which leaves the outcome unknown.
    if (error.isDecision && error.is(readOrderByKey, 'order_not_found')) return { kind: 'absent', at: Date.now() }
    throw error
  }
}

async function cancel({ customer }: OrderEntry, id: string): Promise<EntryEvent | undefined> {
  try {
    await request(customer ? cancelCustomersOrder : cancelOrder, { params: { id } })
    return { kind: 'cancelled' }
  } catch (error) {
    if (!isRequestError(error) || isOutcomeOpen(error)) return undefined
    // If its customer has been assigned to another marketer, the order may still exist.
    if (error.status === 404) return { kind: customer ? 'too_late' : 'cancelled' }
    // Another user may already have cancelled it.
    const { status } = await request(customer ? readCustomersOrder : readOrder, { params: { id } })
    return { kind: isCancelled(status) ? 'cancelled' : 'too_late' }
  }
}
