import type { Call } from '#contract/call.ts'
import { listOwnCustomers, readOwnCustomer } from '#contract/customers.ts'
import { countUnread, followEvents, LIVE_TOPICS, type LiveTopic, listNotifications } from '#contract/notifications.ts'
import {
  listAllOrders,
  listAnyOrderRevisions,
  listCustomersOrderRevisions,
  listCustomersOrders,
  listOrders,
  listRevisions,
  readAnyOrder,
  readCustomersOrder,
  readOrder,
  readOrderStats,
} from '#contract/orders.ts'
import {
  listAllQuotes,
  listCustomersQuotes,
  listQuotes,
  readAnyQuote,
  readCustomersQuote,
  readQuote,
} from '#contract/quotes.ts'
import { readAdminStats, readMarketerStats } from '#contract/reports.ts'
import { ApiError, follow } from '../api.ts'
import { queryClient, queryKeyOf } from '../queries.ts'
import { eventReader } from './live-events.ts'

/** Which answers grow old when something changes. Only those on the screen are asked for anew. */
const TOLD_BY: Record<LiveTopic, Pick<Call, 'method' | 'path'>[]> = {
  notifications: [countUnread, listNotifications],
  orders: [
    listOrders,
    readOrder,
    readOrderStats,
    listRevisions,
    listCustomersOrders,
    readCustomersOrder,
    listCustomersOrderRevisions,
    listAllOrders,
    readAnyOrder,
    listAnyOrderRevisions,
    readAdminStats,
    readMarketerStats,
    listOwnCustomers,
    readOwnCustomer,
  ],
  quotes: [listQuotes, readQuote, listCustomersQuotes, readCustomersQuote, listAllQuotes, readAnyQuote, readAdminStats],
}

const SECOND = 1_000
/** A quiet stream shows every 25 seconds that it lives. */
const LONGEST_SILENCE = 60 * SECOND
const LEFT_ALONE = 60 * SECOND
const POLLS_EVERY = 60 * SECOND
const LONGEST_WAIT = 30 * SECOND
/** A stream that broke sooner is as good as none. */
const STANDS = 10 * SECOND
const ASKS_AT_MOST_EVERY = 2 * SECOND

/**
 * Keeps what is on the screen as it is on the server, until it is stopped by what this answers: by the server's
 * events while somebody looks, and by asking for the notifications now and then while there is no stream.
 */
export function goLive(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const tell = teller()
  let isOpen = false
  let isFirst = true
  const opened = () => {
    isOpen = true
    // The screen asked for the rest a moment ago; later, anything may have been missed in between.
    for (const topic of isFirst ? (['notifications'] as const) : LIVE_TOPICS) tell(topic)
  }
  const run = async () => {
    let failures = 0
    while (!signal.aborted) {
      await untilSeen(signal)
      failures = (await hear(signal, opened, tell)) ? 0 : failures + 1
      isFirst = false
      isOpen = false
      if (!document.hidden) await untilTriedAgain(failures, signal)
    }
  }
  const poll = setInterval(() => !isOpen && !document.hidden && tell('notifications'), POLLS_EVERY)
  void run()
  return () => {
    clearInterval(poll)
    stopping.abort()
  }
}

/** Hears one stream to its end. Answers whether it stood for a while. */
async function hear(signal: AbortSignal, opened: () => void, tell: (topic: LiveTopic) => void): Promise<boolean> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  const stopWatching = whenLeftAlone(leave)
  let silence = setTimeout(leave, LONGEST_SILENCE)
  const began = Date.now()
  const stood = () => isOpen && Date.now() - began > STANDS
  let isOpen = false
  signal.addEventListener('abort', leave)
  try {
    const next = await follow(followEvents, leaving.signal)
    const read = eventReader()
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      if (!isOpen) opened()
      isOpen = true
      clearTimeout(silence)
      silence = setTimeout(leave, LONGEST_SILENCE)
      for (const name of read(piece)) if (isTopic(name)) tell(name)
    }
    return stood()
  } catch (error) {
    // Usually the line broke, or nobody listens any more.
    // oxlint-disable-next-line no-console -- an error of the app itself must not pass for a broken connection
    if (!(error instanceof ApiError) && !leaving.signal.aborted) console.error(error)
    return stood()
  } finally {
    clearTimeout(silence)
    stopWatching()
    signal.removeEventListener('abort', leave)
    leave()
  }
}

const isTopic = (name: string): name is LiveTopic => LIVE_TOPICS.some(topic => topic === name)

/** Many changes at once, or one after the other, are asked for together. */
function teller() {
  const changed = new Set<LiveTopic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let query = 0
  const ask = () => {
    timer = undefined
    query = Date.now()
    for (const terms of [...changed].flatMap(topic => TOLD_BY[topic]))
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(terms) })
    changed.clear()
  }
  return (topic: LiveTopic) => {
    changed.add(topic)
    timer ??= setTimeout(ask, Math.max(100, query + ASKS_AT_MOST_EVERY - Date.now()))
  }
}

/** Calls back when the window has been out of sight for a while. */
function whenLeftAlone(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(act, LEFT_ALONE)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** A second at first, half a minute at last; all the screens of a portal that was away do not come at once. */
function untilTriedAgain(failures: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(LONGEST_WAIT, SECOND * 2 ** failures) * (0.5 + Math.random() / 2)
  return new Promise(resolve => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, wait)
    addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}
