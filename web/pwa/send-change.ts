import { readOwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import { reviseOrder } from '#contract/order-revisions.ts'
import { readCustomersQuoteByKey, readQuoteByKey, requestQuote, requestQuoteForCustomer } from '#contract/quotes.ts'
import type { Resource } from '#contract/resources.ts'
import { readCustomersOrderByKey } from '#contract/staff-orders.ts'
import { REQUEST_TIME } from '#contract/times.ts'
import { isRequestError, request } from '../api.ts'
import { withTimeLimit } from '../time-limit.ts'
import { type Change, type ChangeReply, fieldsIn, revisionBody } from './change-draft.ts'
import type { ChangeEntry, EntryEvent } from './outbox-entry.ts'
import { isOwner, outcomeOf, type SendResult } from './send-order.ts'

/**
 * Sends a change. Revisions and quote requests take effect once, by their idempotency key. Sending a customer's new
 * data repeatedly has the same effect; it is refused if another user has changed the data differently since.
 */
export async function sendChange(entry: ChangeEntry): Promise<SendResult> {
  if (!isOwner(entry)) return { kind: 'session_over' }
  const { change } = entry
  try {
    const reply = await withTimeLimit(REQUEST_TIME, signal => put(change, { key: entry.key, signal }))
    return { kind: 'changed', reply }
  } catch (error) {
    if (isRequestError(error) && error.is(requestQuoteForCustomer, 'quote_not_visible')) return { kind: 'not_visible' }
    const isForCustomer = change.is !== 'quote' || change.customer !== null
    return outcomeOf(error, change.is === 'revision' ? change.after.lines : [], isForCustomer)
  }
}

/** The resources that a change changes. */
export const resourcesOf = ({ is }: Pick<Change, 'is'>): readonly Resource[] => CALLS[is].invalidates

const CALLS = { revision: reviseOrder, quote: requestQuote, customer: updateOwnCustomer }

type Attempt = { key: string; signal: AbortSignal }

async function put(change: Change, { key, signal }: Attempt): Promise<ChangeReply> {
  switch (change.is) {
    case 'revision': {
      const params = { id: change.order_id }
      return {
        kind: 'revision',
        order: await request(reviseOrder, { params, body: revisionBody(change), key, signal }),
      }
    }
    case 'quote': {
      const { customer, body } = change
      const quote = customer
        ? await request(requestQuoteForCustomer, { body: { ...body, customer_id: customer.id }, key, signal })
        : await request(requestQuote, { body, key, signal })
      return { kind: 'quote', quote }
    }
    case 'customer': {
      const { customer, seen } = change
      const body = { ...change.change, seen }
      const saved = await request(updateOwnCustomer, { params: { id: customer.id }, body, signal })
      return { kind: 'customer', customer: saved.customer }
    }
  }
}

/** Finds out whether a withdrawn change has arrived, without sending it again. */
export async function lookUpChange(entry: ChangeEntry): Promise<EntryEvent | undefined> {
  try {
    const id = await withTimeLimit(REQUEST_TIME, signal => arrivedId(entry, signal))
    return id ? { kind: 'placed', order_id: id } : { kind: 'absent', at: Date.now() }
  } catch (error) {
    if (!isRequestError(error)) return undefined
    if (error.isUnreadable) return { kind: 'arrived_unidentified' }
    if (error.is(readCustomersOrderByKey, 'order_not_visible')) return { kind: 'not_visible' }
    if (error.is(readQuoteByKey, 'quote_not_visible')) return { kind: 'not_visible' }
    // The customer has been assigned to another marketer, so it cannot be checked whether the change arrived.
    if (entry.change.is === 'customer' && error.isDecision && error.status === 404) return { kind: 'not_visible' }
    throw error
  }
}

/** The id of the record that the change has created or changed; undefined if the change has not arrived. */
async function arrivedId({ change, key }: ChangeEntry, signal: AbortSignal): Promise<string | undefined> {
  if (change.is === 'customer') {
    const { id } = change.customer
    const present = await request(readOwnCustomer, { params: { id }, signal })
    const isSaved = fieldsIn(change.change).every(field => change.change[field] === present[field])
    return isSaved ? id : undefined
  }
  const target = { params: { key }, signal }
  const isAbsent = (error: unknown) => {
    const isRefused = isRequestError(error) && error.isDecision
    // A server of an earlier version, without this call, replies with another code, which leaves the outcome unknown.
    if (isRefused && change.is === 'revision' && error.is(readCustomersOrderByKey, 'order_not_found')) return undefined
    if (isRefused && change.is === 'quote' && error.is(readQuoteByKey, 'quote_not_found')) return undefined
    throw error
  }
  if (change.is === 'revision') return request(readCustomersOrderByKey, target).then(({ id }) => id, isAbsent)
  return request(change.customer ? readCustomersQuoteByKey : readQuoteByKey, target).then(({ id }) => id, isAbsent)
}
