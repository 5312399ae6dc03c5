import { type NewOrder, type Order, orderForCustomer, placeOrder } from '#contract/orders.ts'
import { ApiError, request } from '../api.ts'
import { session } from '../session.ts'
import { withTimeLimit } from '../time-limit.ts'
import { doubtConnection } from './connectivity.ts'
import { type Entry, type Refusal, UNDER_WAY } from './outbox-entry.ts'

/** What came of handing an order to the network. */
export type Sent =
  | { is: 'placed'; order: Order }
  | { is: 'refused'; error: ApiError; refusal: Refusal }
  /** It waits on; whether it arrived is not known. With an error where the server gave one; fleeting where the browser would not keep it. */
  | { is: 'unanswered'; error?: ApiError; isFleeting?: boolean }
  /** This app could not make the request: nothing of this try left it. */
  | { is: 'not_sent'; refusal: Refusal }
  | { is: 'session_over' }
  /** The server has the order, and this app no longer learns as which: it knows the key with another content, or its answer cannot be read. */
  | { is: 'known' }

/** Sends an order with its key: the server takes it once, however often it is sent. */
export async function send(entry: Entry): Promise<Sent> {
  if (!isOwner(entry)) return { is: 'session_over' }
  try {
    return { is: 'placed', order: await withTimeLimit(UNDER_WAY, signal => place(entry, entry.body, signal)) }
  } catch (error) {
    return failed(error, entry)
  }
}

/** Asks for an order of this content with the key of the entry. */
export const place = ({ customer, key }: Entry, body: NewOrder, signal?: AbortSignal) => {
  const how = { key, ...(signal && { signal }) }
  return customer
    ? request(orderForCustomer, { ...how, body: { ...body, customer_id: customer.id } })
    : request(placeOrder, { ...how, body })
}

/** Looked at in the same breath as the session's token is taken: an order is sent by whoever filled it, or not at all. */
export const isOwner = ({ user_id }: Entry) => session()?.user.id === user_id

function failed(error: unknown, entry: Entry): Sent {
  if (isOutOfTime(error)) return { is: 'unanswered' }
  if (!(error instanceof ApiError) || error.isAppFault) return { is: 'not_sent', refusal: appFault(error) }
  if (error.isUnreadable) return { is: 'known' }
  if (isUnanswered(error)) void doubtConnection()
  if (error.status === 401) return { is: 'session_over' }
  if (staysOpen(error)) return { is: 'unanswered', error }
  if (error.code === 'idempotency_key_reused') return { is: 'known' }
  return { is: 'refused', error, refusal: refusalOf(error, entry) }
}

/** No decision of the server, or only that there is no session or were too many requests: says nothing about the order. */
export const staysOpen = ({ isDecision, status }: ApiError) => !isDecision || status === 401 || status === 429

const isOutOfTime = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** What `ask` did not note already is noted here; no attempt is made to send what this app cannot make a request of. */
export function appFault(error: unknown): Refusal {
  const sentence = 'Uygulamada bir hata oluştu ve sipariş gönderilemedi. Sayfayı yenileyip yeniden deneyin.'
  // oxlint-disable-next-line no-console -- a fault of the app must be findable in the console
  if (!(error instanceof ApiError)) console.error(error)
  return { code: 'app_fault', sentence, by_product: {} }
}

export const isUnanswered = (error: unknown) => error instanceof ApiError && error.isOffline

function refusalOf({ code, message, errors }: ApiError, { lines }: Entry): Refusal {
  const named = errors.flatMap(({ field, message: sentence }) => {
    const line = lines[Number(/^items\.(\d+)/.exec(field)?.[1] ?? Number.NaN)]
    return line ? [[line.product_id, sentence] as const] : []
  })
  return { code, sentence: message, by_product: Object.fromEntries(named) }
}
