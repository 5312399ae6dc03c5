import { type Order, placeOrder } from '#contract/orders.ts'
import { orderForCustomer } from '#contract/staff-orders.ts'
import { REQUEST_TIME } from '#contract/times.ts'
import { type ApiError, isOffline, isRequestError, request } from '../api.ts'
import { session } from '../current-session.ts'
import { isOutcomeOpen } from '../open-outcome.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { ChangeReply } from './change-draft.ts'
import { probeConnection } from './connectivity.ts'
import { customerGoneText } from './customer-gone.ts'
import type { Entry, OrderEntry, Refusal } from './outbox-entry.ts'

/** The outcome of one attempt to send an order or a change. */
export type SendResult =
  | { kind: 'placed'; order: Order }
  | { kind: 'changed'; reply: ChangeReply }
  | { kind: 'refused'; error: ApiError; refusal: Refusal }
  /**
   * It waits. `isSent`: it was sent, and it is unknown whether it arrived; `error`: of the request, if it failed;
   * `isInMemoryOnly`: not stored in the browser.
   */
  | { kind: 'unanswered'; isSent?: boolean; error?: ApiError; isInMemoryOnly?: boolean }
  /** The app could not build the request: nothing was sent. */
  | { kind: 'not_sent'; refusal: Refusal }
  | { kind: 'session_over' }
  /** It was refused when its user no longer waited for it: it remains in the outbox, which has reported it. */
  | { kind: 'reported' }
  /**
   * It was withdrawn: before it was sent, or while it was in flight; then the outbox reports if it was placed all the
   * same.
   */
  | { kind: 'withdrawn' }
  /**
   * The order arrived, but its id is unknown: the key was used with another body, or the reply is unreadable.
   */
  | { kind: 'arrived_unidentified' }
  /** It had arrived, but its customer has been deleted or given to another marketer since. */
  | { kind: 'not_visible' }

/** Sends an order with its idempotency key: the server places it once, however often it is sent. */
export async function sendOrder(entry: OrderEntry): Promise<SendResult> {
  if (!isOwner(entry)) return { kind: 'session_over' }
  try {
    return {
      kind: 'placed',
      order: await withTimeLimit(REQUEST_TIME, signal => postOrder(entry, signal)),
    }
  } catch (error) {
    return outcomeOf(error, entry.lines, entry.customer !== null)
  }
}

const postOrder = ({ customer, key, body, overrides_delivery }: OrderEntry, signal: AbortSignal) =>
  customer
    ? request(orderForCustomer, {
        key,
        signal,
        body: { ...body, customer_id: customer.id, ...(overrides_delivery && { overrides_delivery }) },
      })
    : request(placeOrder, { key, signal, body })

/**
 * Whether the entry belongs to the logged-in user. Checked synchronously before the session's token is read, so that an
 * order is only ever sent in its owner's session.
 */
export const isOwner = ({ user_id }: Entry) => session()?.user.id === user_id

/**
 * The outcome of an attempt that failed; the server's errors refer to `lines` by index. What `isForCustomer` is not
 * found if its customer has been deleted or given to another marketer.
 */
export function outcomeOf(
  error: unknown,
  lines: readonly { product_id: string }[],
  isForCustomer: boolean,
): SendResult {
  if (isTimeout(error)) return { kind: 'unanswered' }
  if (!isRequestError(error) || error.isAppFault) return { kind: 'not_sent', refusal: appFault(error) }
  if (error.isUnreadable) return { kind: 'arrived_unidentified' }
  if (isOffline(error)) void probeConnection()
  if (error.status === 401) return { kind: 'session_over' }
  if (isOutcomeOpen(error)) return { kind: 'unanswered', error }
  if (error.is(orderForCustomer, 'order_not_visible')) return { kind: 'not_visible' }
  if (error.is(placeOrder, 'idempotency_key_reused')) return { kind: 'arrived_unidentified' }
  const refusal = refusalOf(error, lines)
  const isGone = isForCustomer && error.status === 404
  return { kind: 'refused', error, refusal: isGone ? { ...refusal, sentence: customerGoneText() } : refusal }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The error for a bug in the app, logged unless `request` has logged it. What it concerns is not sent again. */
export function appFault(error: unknown): Refusal {
  const sentence = 'Uygulamada bir hata oluştu ve işlem gönderilemedi. Sayfayı yenileyip yeniden deneyin.'
  // oxlint-disable-next-line no-console -- a bug must be findable in the console
  if (!isRequestError(error)) console.error(error)
  return { code: 'app_fault', sentence, by_product: {} }
}

function refusalOf({ codeText: code, message, errors }: ApiError, lines: readonly { product_id: string }[]): Refusal {
  const named = errors.flatMap(({ field, message: sentence }) => {
    const line = lines[Number(/^items\.(\d+)/.exec(field)?.[1] ?? Number.NaN)]
    return line ? [[line.product_id, sentence] as const] : []
  })
  return { code, sentence: message, by_product: Object.fromEntries(named) }
}
