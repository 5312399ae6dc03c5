import { ApiError } from '../api.ts'
import { session } from '../current-session.ts'
import { randomId } from '../random-id.ts'
import type { Change, ChangeReply } from './change-draft.ts'
import { isOnline, onConnectionChange, probeConnection } from './connectivity.ts'
import { isPersistent } from './database.ts'
import { type OrderDraft } from './order-draft.ts'
import { type ChangeEntry, type Entry, isOrder, newChange, newEntry, type Rescheduled } from './outbox-entry.ts'
import { isLoggedIn, type OutboxEvent, onOutboxEvent, publish, reportWithdrawalOutcome } from './outbox-events.ts'
import { isVoid, setMark } from './outbox-marks.ts'
import { addEntry, applyEvent, deleteAbandoned, deleteVoid, refresh, showingAttempt } from './outbox-store.ts'
import { appFault, type SendResult, sendOrder } from './send-order.ts'

const EVERY_30_SECONDS = 30_000
/** The first delay of the backoff after an attempt without a response, in ms; it doubles up to half a minute. */
const FIRST_RETRY = 2_000
/** How long the user waits for a response, in ms; sending continues in the background. */
const USER_TIMEOUT = 20_000

/** The id of the toast that reports a waiting order. */
export const WAITING_ORDER_TOAST = 'waiting-order'
/** The id of the toast that reports a waiting change. */
export const WAITING_CHANGE_TOAST = 'waiting-change'

/** Called once an entry is stored; if it returns false, the entry is deleted and not sent. */
type OnStored = () => boolean | undefined

/**
 * Stores a user's order, calls `onStored`, and sends the order. Without a response in time, the order waits in the
 * outbox and is sent again; a refused order leaves the outbox, and the caller shows the error, unless `takeBack`, which
 * takes back its content in the same transaction, returns false: the user does not wait for it any more. Throws an
 * `ApiError` if the browser neither stores the order in time nor fails to; then it is not sent.
 */
export const submitOrder = (
  user_id: string,
  draft: OrderDraft,
  onStored: OnStored,
  takeBack = () => true,
): Promise<SendResult> => submit(newEntry(user_id, draft, { key: randomId(), now: new Date() }), onStored, takeBack)

/** Stores a user's revision, quote request or change of a customer, calls `onStored`, and sends it like an order. */
export const submitChange = (user_id: string, change: Change, onStored = () => {}): Promise<SendResult> =>
  submit(newChange(user_id, change, { key: randomId(), now: new Date() }), () => {
    onStored()
    return true
  })

/**
 * Stores a change and sends it in the background: the outcome is an event, and a refused change waits for a decision.
 */
export async function queueChange(user_id: string, change: Change): Promise<void> {
  await addEntry(newChange(user_id, change, { key: randomId(), now: new Date() }))
  void sendChanged()
}

async function submit(entry: Entry, onStored: OnStored, takeBack = () => true): Promise<SendResult> {
  const { user_id } = entry
  // Requests persistent storage, so that the browser does not evict our data.
  if ('persist' in (navigator.storage ?? {})) navigator.storage.persist().catch(() => undefined)
  let state = 'storing' as 'storing' | 'stored' | 'given_up'
  // Until its goods leave the cart, so that it is not sent if this page ends before.
  const isMarked = setMark(entry.key, 'void')
  const sending = withLock(entry.key, async (): Promise<SendResult | undefined> => {
    await addEntry(entry, () => {
      // While this page was suspended, another may have deleted it, and then its mark.
      if (isMarked && !isVoid(entry.key)) state = 'given_up'
      if (state === 'given_up') return
      setMark(entry.key)
      state = onStored() === false ? 'given_up' : 'stored'
      if (state === 'given_up') setMark(entry.key, 'void')
    })
    if (state !== 'given_up') return isOnline() ? deliver(entry) : undefined
    await deleteVoid(entry.key)
    return { kind: 'withdrawn' }
  })
  const late = new Promise<'late'>(resolve => setTimeout(resolve, USER_TIMEOUT, 'late'))
  const sent = await Promise.race([sending, late])
  // Its withdrawal is still being stored.
  if (sent === 'late' && state === 'given_up') return { kind: 'withdrawn' }
  if (sent === 'late' && state === 'storing') {
    state = 'given_up'
    const { code, sentence } = appFault(new Error('the database does not respond'))
    throw new ApiError(0, code, sentence)
  }
  if (sent === 'late') void sending.then(outcome => publish(outcome, entry))
  if (sent === 'late' || !sent || sent.kind === 'unanswered') {
    const error = sent !== 'late' && sent?.kind === 'unanswered' ? sent.error : undefined
    const isInMemoryOnly = !isPersistent('outbox', entry.key)
    return { kind: 'unanswered', isSent: sent !== undefined, ...(error && { error }), isInMemoryOnly }
  }
  // If another user has logged in since, the entry remains in the outbox for its owner.
  if ((sent.kind !== 'refused' && sent.kind !== 'not_sent') || !isLoggedIn(user_id)) return sent
  const take = () => isLoggedIn(user_id) && takeBack()
  const { before, now } = await applyEvent(entry.key, { kind: 'dismissed' }, take)
  if (before && !now) return sent
  // In another tab, the user may have decided already what to do with it.
  if (before || (await refresh()).some(({ key }) => key === entry.key)) publish(sent, entry)
  return { kind: 'reported' }
}

/**
 * Withdraws an entry, and calls `takeBack` in the same transaction. Resolves to 'gone' if it has left the outbox, and
 * to 'checked' if it was sent and may have arrived: then it is looked up on the server, and an order that arrived is
 * cancelled. Resolves to undefined, and changes nothing, if its state is no longer the given one or its user is no
 * longer logged in.
 */
export async function withdraw(entry: Entry, takeBack = () => {}): Promise<'gone' | 'checked' | undefined> {
  const { key, user_id, standing } = entry
  const kind = standing.is === 'waiting' ? 'withdrawn' : 'dismissed'
  const { before, now } = await applyEvent(key, { kind }, ({ standing: { is } }) => {
    if (is !== standing.is || !isLoggedIn(user_id)) return false
    takeBack()
    return true
  })
  void sendChanged()
  if (before === now) return undefined
  return now ? 'checked' : 'gone'
}

/** Sends a refused order for another day, with the same key; resolves to false if it is no longer refused. */
export async function reschedule({ key }: Entry, change: Rescheduled): Promise<boolean> {
  const { before } = await applyEvent(key, { kind: 'rescheduled', ...change })
  void sendChanged()
  return before?.standing.is === 'refused'
}

/**
 * Sends waiting entries now, every 30 seconds, when the connection changes and when the page becomes visible, and
 * reports outcomes to `onEvent`. Returns a stop function.
 */
export function startOutbox(onEvent: (event: OutboxEvent) => void): () => void {
  const sendAll = () => void sendWaiting()
  const sendWhenVisible = () => !document.hidden && sendAll()
  const timer = setInterval(sendAll, EVERY_30_SECONDS)
  const unfollow = onConnectionChange(() => {
    retryCount = 0
    sendAll()
  })
  document.addEventListener('visibilitychange', sendWhenVisible)
  const unsubscribe = onOutboxEvent(onEvent)
  sendAll()
  return () => {
    clearInterval(timer)
    unfollow()
    document.removeEventListener('visibilitychange', sendWhenVisible)
    unsubscribe()
  }
}

/**
 * Sends waiting entries immediately if the server can be reached; resolves when each was tried once, or after 20
 * seconds.
 */
export async function sendNow(): Promise<void> {
  const sending = async () => {
    if (!isOnline()) await probeConnection()
    await sendChanged()
  }
  await Promise.race([sending(), new Promise(resolve => setTimeout(resolve, USER_TIMEOUT))])
}

/**
 * One round at a time per user: after another user logs in, the new user's round does not wait for the previous one.
 */
const rounds = new Map<string, Promise<void>>()

function sendWaiting(): Promise<void> {
  const user_id = session()?.user.id
  if (user_id === undefined) return Promise.resolve()
  const round = rounds.get(user_id) ?? sendRound(user_id).finally(() => rounds.delete(user_id))
  rounds.set(user_id, round)
  return round
}

const nextRounds = new Map<string, Promise<void>>()

/** Sends waiting entries, also those that were changed after the round in progress had read the outbox. */
function sendChanged(): Promise<void> {
  const user_id = session()?.user.id ?? ''
  const next =
    nextRounds.get(user_id) ??
    rounds
      .get(user_id)
      ?.catch(() => undefined)
      .then(() => {
        nextRounds.delete(user_id)
        return sendWaiting()
      })
  if (!next) return sendWaiting()
  nextRounds.set(user_id, next)
  return next
}

async function sendRound(user_id: string) {
  const entries = await refresh()
  await deleteAbandoned(withLock)
  for (const entry of entries) {
    const { key, standing } = entry
    if (!isOnline() || !isLoggedIn(user_id)) return
    if (standing.is === 'waiting') publish(await withLock(key, () => deliver(entry)), entry)
    if (standing.is === 'withdrawn') await withLock(key, () => settleFully(key))
  }
}

/** Runs work on an entry under a lock across tabs; resolves to undefined if another tab holds the lock. */
async function withLock<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
  // Without locks (on plain http), the idempotency key alone prevents duplicate orders.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(`order:${key}`, { ifAvailable: true }, async lock => (lock ? work() : undefined))
}

const deliver = (entry: Entry) => showingAttempt(entry, () => attempt(entry.key))

async function attempt(key: string): Promise<SendResult | undefined> {
  const { now: current } = await applyEvent(key, { kind: 'sent', at: Date.now() })
  if (current?.standing.is !== 'waiting') return undefined
  const sent = await (isOrder(current) ? sendOrder(current) : send(current))
  const { before, now: left } = await recordOutcome(key, sent)
  if (sent.kind === 'unanswered') retryLater()
  else retryCount = 0
  // An earlier attempt may have arrived, so the outcome is unknown.
  if (sent.kind === 'not_sent' && left?.standing.is === 'waiting') return { kind: 'unanswered' }
  if (before?.standing.is !== 'withdrawn') return sent
  // Withdrawn while it was in flight, so an order's goods are in the cart again.
  const isUnknown = sent.kind === 'arrived_unidentified' || sent.kind === 'not_visible'
  if (isUnknown && isLoggedIn(before.user_id)) reportWithdrawalOutcome(before, sent)
  await settleFully(key)
  return { kind: 'withdrawn' }
}

/** How many retries have fired since the last response or change of the connection. */
let retryCount = 0
let retry: ReturnType<typeof setTimeout> | undefined

function retryLater() {
  // Jitter, so that clients do not all retry at the same time after an outage.
  const wait = Math.min(EVERY_30_SECONDS, FIRST_RETRY * 2 ** retryCount) * (0.75 + Math.random() / 4)
  retry ??= setTimeout(() => {
    retry = undefined
    retryCount++
    void sendWaiting()
  }, wait)
}

function recordOutcome(key: string, sent: SendResult): ReturnType<typeof applyEvent> {
  switch (sent.kind) {
    case 'placed':
      return applyEvent(key, { kind: 'placed', order_id: sent.order.id })
    case 'changed':
      return applyEvent(key, { kind: 'placed', order_id: idIn(sent.reply) })
    case 'refused':
      return applyEvent(key, { kind: 'refused', refusal: sent.refusal })
    case 'not_sent':
      return applyEvent(key, { kind: 'not_sent', refusal: sent.refusal })
    case 'arrived_unidentified':
    case 'not_visible':
      return applyEvent(key, { kind: sent.kind })
    default:
      return refresh().then(entries => {
        const now = entries.find(entry => entry.key === key)
        return now ? { before: now, now } : {}
      })
  }
}

/** The id of the record that a change has created or changed. */
function idIn(reply: ChangeReply): string {
  if (reply.kind === 'revision') return reply.order.id
  return reply.kind === 'quote' ? reply.quote.id : reply.customer.id
}

// Loaded lazily: the forms that make changes load it, and pages that only place orders do not need it.
const send = (entry: ChangeEntry): Promise<SendResult> =>
  import('./send-change.ts').then(
    module => module.sendChange(entry),
    () => ({ kind: 'unanswered' }),
  )

// Rarely needed: loaded when a sent order is withdrawn.
const settle = (entry: Entry) =>
  import('./withdrawal.ts').then(
    module => module.continueWithdrawal(entry),
    // Offline, its code cannot be loaded, and the outcome would remain unknown anyway.
    () => undefined,
  )

/** Completes the withdrawal of an order step by step, as far as possible now. */
async function settleFully(key: string) {
  for (;;) {
    const entry = (await refresh()).find(({ key: its }) => its === key)
    const found = entry?.standing.is === 'withdrawn' ? await settle(entry) : undefined
    if (!entry || !found) return
    const { now } = await applyEvent(key, found)
    if (!isLoggedIn(entry.user_id)) return
    reportWithdrawalOutcome(entry, found)
    // Still unknown: the order is looked up again later.
    if (found.kind === 'absent' && now) return
  }
}
