import {
  cancelCustomersOrder,
  cancelOrder,
  type NewOrder,
  type Order,
  orderForCustomer,
  placeOrder,
  readCustomersOrder,
  readOrder,
} from '#contract/orders.ts'
import { ApiError, ask } from '../api.ts'
import { randomId } from '../random-id.ts'
import { session } from '../session.ts'
import { doubtConnection } from './connectivity.ts'
import { bodyOf, type Entry, type Happening, type Refusal, UNDER_WAY } from './outbox-entry.ts'

/** What came of handing an order to the network. */
export type Sent =
  | { is: 'placed'; order: Order }
  | { is: 'refused'; error: ApiError; refusal: Refusal }
  /** It waits on; whether it arrived is not known. With an error where the server gave one; fleeting where the browser would not keep it. */
  | { is: 'unanswered'; error?: ApiError; isFleeting?: boolean }
  | { is: 'session_over' }
  /** The server knows the key, but not this content: it took the order before, and no longer answers with it. */
  | { is: 'known' }

/** Sends an order with its key: the server takes it once, however often it is sent. */
export async function send(entry: Entry): Promise<Sent> {
  if (!isOwner(entry)) return { is: 'session_over' }
  try {
    return { is: 'placed', order: await place(entry, entry.body, AbortSignal.timeout(UNDER_WAY)) }
  } catch (error) {
    return failed(error, entry)
  }
}

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
    await ask(customer ? cancelCustomersOrder : cancelOrder, { params: { id } })
    return { is: 'cancelled' }
  } catch (error) {
    if (!(error instanceof ApiError) || staysOpen(error)) return undefined
    // A customer that is another marketer's by now may have it still.
    if (error.status === 404) return { is: customer ? 'too_late' : 'cancelled' }
    // Cancelled by somebody already is as good.
    const { status } = await ask(customer ? readCustomersOrder : readOrder, { params: { id } })
    return { is: status === 'iptal' ? 'cancelled' : 'too_late' }
  }
}

const place = ({ customer, key }: Entry, body: NewOrder, signal?: AbortSignal) => {
  const how = { key, ...(signal && { signal }) }
  return customer
    ? ask(orderForCustomer, { ...how, body: { ...body, customer_id: customer.id } })
    : ask(placeOrder, { ...how, body })
}

/** Looked at in the same breath as the session's token is taken: an order is sent by whoever filled it, or not at all. */
const isOwner = ({ user_id }: Entry) => session()?.user.id === user_id

function failed(error: unknown, entry: Entry): Sent {
  // An answer that cannot be read may be one that was cut off.
  if (!(error instanceof ApiError)) return { is: 'unanswered' }
  if (isUnanswered(error)) void doubtConnection()
  if (error.status === 401) return { is: 'session_over' }
  if (staysOpen(error)) return { is: 'unanswered', error }
  if (error.code === 'idempotency_key_reused') return { is: 'known' }
  return { is: 'refused', error, refusal: refusalOf(error, entry) }
}

/** No decision of the server, or only that there is no session or were too many requests: says nothing about the order. */
const staysOpen = ({ isDecision, status }: ApiError) => !isDecision || status === 401 || status === 429

const isUnanswered = (error: unknown) => error instanceof ApiError && error.isOffline

function refusalOf({ code, message, errors }: ApiError, { lines }: Entry): Refusal {
  const named = errors.flatMap(({ field, message: sentence }) => {
    const line = lines[Number(/^items\.(\d+)/.exec(field)?.[1] ?? Number.NaN)]
    return line ? [[line.product_id, sentence] as const] : []
  })
  return { code, sentence: message, by_product: Object.fromEntries(named) }
}
