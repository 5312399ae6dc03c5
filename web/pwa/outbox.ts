import { type Order, orderNumber } from '#contract/orders.ts'
import { randomId } from '../random-id.ts'
import { session } from '../session.ts'
import { doubtConnection, isOnline, whenConnectionChanges } from './connectivity.ts'
import { isLasting } from './database.ts'
import { type Entry, newEntry, type Wanted } from './outbox-entry.ts'
import { happen, put, refresh } from './outbox-shelf.ts'
import { type Sent, send } from './sending.ts'

const EVERY_30_SECONDS = 30_000
/** After an order was not answered it is sent again so soon, then after twice as long each time, half a minute at last. */
const FIRST_RETRY = 2_000
/** So long a person is kept waiting for an answer; the order is sent on without them. */
const PATIENCE = 20_000

/** What came of an order while nobody waited for it. */
export type News =
  | { is: 'placed'; order: Order }
  | { is: 'refused'; sentence: string }
  | { is: 'cancelled' | 'too_late'; number: string }
  | { is: 'known' }

const readers = new Set<(news: News) => void>()

/**
 * Takes a user's order: keeps it (`onKept`), then sends it. What is not answered, or not for long, waits on and is sent
 * again; a refusal leaves nothing behind and is the caller's to show.
 */
export async function handOver(user_id: string, wanted: Wanted, onKept: () => void): Promise<Sent> {
  const entry = newEntry(user_id, wanted, { key: randomId(), now: new Date() })
  // A browser that may throw away what it keeps for us is asked not to.
  if ('persist' in (navigator.storage ?? {})) navigator.storage.persist().catch(() => undefined)
  const sending = alone(entry.key, async () => {
    await put(entry)
    onKept()
    return isOnline() ? deliver(entry.key) : undefined
  })
  const late = new Promise<'late'>(resolve => setTimeout(resolve, PATIENCE, 'late'))
  const sent = await Promise.race([sending, late])
  if (sent === 'late') void sending.then(outcome => tellOf(outcome, user_id))
  if (sent === 'late' || !sent || sent.is === 'unanswered') {
    const error = sent !== 'late' && sent?.is === 'unanswered' ? sent.error : undefined
    return { is: 'unanswered', ...(error && { error }), isFleeting: !isLasting('outbox', entry.key) }
  }
  // Somebody else is here by now: it stays for whom it concerns.
  if ((sent.is === 'refused' || sent.is === 'not_sent') && isHere(user_id)) await happen(entry.key, { is: 'dismissed' })
  return sent
}

/**
 * Takes an order back, if it is still there to be taken. One that was sent already is looked for, and cancelled if it
 * arrived.
 */
export async function withdraw({ key, standing }: Entry): Promise<boolean> {
  const { before } = await happen(key, { is: standing.is === 'waiting' ? 'withdrawn' : 'dismissed' })
  void sendWaiting()
  return before?.standing.is === standing.is
}

/** Sends what waits, now and whenever there is hope, and tells what came of it. Answers how to stop. */
export function startOutbox(tell: (news: News) => void): () => void {
  const look = () => void sendWaiting()
  const lookWhenSeen = () => document.visibilityState === 'visible' && look()
  const timer = setInterval(look, EVERY_30_SECONDS)
  const unfollow = whenConnectionChanges(() => {
    unanswered = 0
    look()
  })
  document.addEventListener('visibilitychange', lookWhenSeen)
  readers.add(tell)
  look()
  return () => {
    clearInterval(timer)
    unfollow()
    document.removeEventListener('visibilitychange', lookWhenSeen)
    readers.delete(tell)
  }
}

/** Sends what waits at once, as far as the portal can be reached; done when each has its answer or a user's patience ends. */
export async function sendNow(): Promise<void> {
  if (!isOnline()) await doubtConnection()
  await Promise.race([sendWaiting(), new Promise(resolve => setTimeout(resolve, PATIENCE))])
}

/** One round at a time for each user: who signs in does not wait for what was under way before. */
const rounds = new Map<string, Promise<void>>()

function sendWaiting(): Promise<void> {
  const user_id = session()?.user.id
  if (user_id === undefined) return Promise.resolve()
  const round = rounds.get(user_id) ?? goRound(user_id).finally(() => rounds.delete(user_id))
  rounds.set(user_id, round)
  return round
}

async function goRound(user_id: string) {
  for (const { key, standing } of await refresh()) {
    if (!isOnline() || !isHere(user_id)) return
    if (standing.is === 'waiting') tellOf(await alone(key, () => deliver(key)), user_id)
    if (standing.is === 'withdrawn') await alone(key, () => settleFully(key))
  }
}

/** Nobody else, in any tab, works at the order meanwhile; if somebody does, it is left to them. */
async function alone<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
  // Without locks (on plain http) the key alone sees to it that nothing is ordered twice.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(`order:${key}`, { ifAvailable: true }, async lock => (lock ? work() : undefined))
}

async function deliver(key: string): Promise<Sent | undefined> {
  const { now: begun } = await happen(key, { is: 'sent', at: Date.now() })
  if (begun?.standing.is !== 'waiting') return undefined
  const sent = await send(begun)
  const { now: left } = await noteOutcome(key, sent)
  if (sent.is === 'unanswered') tryAgainSoon()
  else unanswered = 0
  // An earlier try may have arrived: that is still what is told of it.
  if (sent.is === 'not_sent' && left?.standing.is === 'waiting') return { is: 'unanswered' }
  if (left?.standing.is !== 'withdrawn') return sent
  // Taken back while it was under way.
  await settleFully(key)
  return undefined
}

/** How many tries in a row were not answered. */
let unanswered = 0
let retry: ReturnType<typeof setTimeout> | undefined

function tryAgainSoon() {
  // Not all the screens of a portal that failed come back at once.
  const wait = Math.min(EVERY_30_SECONDS, FIRST_RETRY * 2 ** unanswered) * (0.75 + Math.random() / 4)
  retry ??= setTimeout(() => {
    retry = undefined
    unanswered++
    void sendWaiting()
  }, wait)
}

function noteOutcome(key: string, sent: Sent): ReturnType<typeof happen> {
  switch (sent.is) {
    case 'placed':
      return happen(key, { is: 'placed', order_id: sent.order.id })
    case 'refused':
      return happen(key, { is: 'refused', refusal: sent.refusal })
    case 'not_sent':
      return happen(key, { is: 'not_sent', refusal: sent.refusal })
    case 'known':
      return happen(key, { is: 'known' })
    default:
      return refresh().then(entries => {
        const now = entries.find(entry => entry.key === key)
        return now ? { now } : {}
      })
  }
}

// Seldom needed: fetched when an order that was sent is taken back.
const settle = (entry: Entry) =>
  import('./withdrawing.ts').then(
    settling => settling.settle(entry),
    // Without a network it is out of reach, and nothing could be learned.
    () => undefined,
  )

/** Finds out step by step what became of an order that was taken back, as far as it can be known now. */
async function settleFully(key: string) {
  for (;;) {
    const entry = (await refresh()).find(({ key: its }) => its === key)
    const found = entry?.standing.is === 'withdrawn' ? await settle(entry) : undefined
    if (!entry || !found) return
    const { now } = await happen(key, found)
    if (!isHere(entry.user_id)) return
    if (found.is === 'known') tellAll({ is: 'known' })
    if (
      entry.standing.is === 'withdrawn' &&
      entry.standing.order_id &&
      (found.is === 'cancelled' || found.is === 'too_late')
    )
      tellAll({ is: found.is, number: orderNumber(entry.standing.order_id) })
    // Nothing new was learned: it is asked for again later.
    if (found.is === 'absent' && now) return
  }
}

/** Whether this user is still the one who is signed in. */
const isHere = (user_id: string) => session()?.user.id === user_id

function tellOf(sent: Sent | undefined, user_id: string) {
  if (!isHere(user_id)) return
  if (sent?.is === 'placed') tellAll({ is: 'placed', order: sent.order })
  if (sent?.is === 'refused' || sent?.is === 'not_sent') tellAll({ is: 'refused', sentence: sent.refusal.sentence })
  if (sent?.is === 'known') tellAll({ is: 'known' })
}

function tellAll(news: News) {
  for (const read of readers) read(news)
}
