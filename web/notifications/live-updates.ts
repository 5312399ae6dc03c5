import { followEvents, LIVE_TOPICS, type LiveTopic, MAX_EVENT_AGE } from '#contract/notifications.ts'
import { HEARTBEAT_INTERVAL } from '#contract/times.ts'
import { isRequestError, openTextStream } from '../api.ts'
import { probeConnection } from '../pwa/connectivity.ts'
import { invalidatedAt, invalidate as invalidateQueries } from '../queries.ts'
import { eventReader } from './live-events.ts'

const SECOND = 1_000
/** How long a silent connection counts as alive, in ms. */
const HEARTBEAT_TIMEOUT = HEARTBEAT_INTERVAL + 10 * SECOND
const HIDDEN_TIMEOUT = 60 * SECOND
const POLL_INTERVAL = 60 * SECOND
const MAX_BACKOFF = 30 * SECOND
/** A stream that ends earlier than this counts as a failure, in ms. */
const STABLE_AFTER = 10 * SECOND
const MIN_REFETCH_INTERVAL = 2 * SECOND
const MAX_SPREAD = SECOND

/**
 * Keeps the screen in sync with the server: by server-sent events while the window is visible, and by polling the
 * notifications while there is no stream, until the signal is aborted.
 */
export function startLiveUpdates(signal: AbortSignal) {
  const invalidate = topicInvalidator()
  let isOpen = false
  let isFirst = true
  let requestedAt = 0
  const opened = () => {
    isOpen = true
    // Any event may have been missed before a reconnect, and before a first request that took long to arrive.
    if (!isFirst || performance.now() - requestedAt > SECOND) for (const topic of LIVE_TOPICS) invalidate(topic)
  }
  const run = async () => {
    let failures = 0
    while (!signal.aborted) {
      await untilVisible(signal)
      if (signal.aborted) break
      // The first stream repeats the events since the page began to load, as the screen may have fetched before them.
      requestedAt = performance.now()
      const age = isFirst ? Math.min(Math.round(requestedAt), MAX_EVENT_AGE) : 0
      failures = (await readStream(signal, age, opened, invalidate)) ? 0 : failures + 1
      isFirst = false
      isOpen = false
      if (document.hidden || signal.aborted) continue
      // The end of a stream is often the first sign of a lost connection.
      void probeConnection()
      await backOff(failures, signal)
    }
  }
  const poll = setInterval(() => !isOpen && !document.hidden && invalidate('notifications'), POLL_INTERVAL)
  signal.addEventListener('abort', () => clearInterval(poll))
  void run()
}

/** Reads one stream to its end. Resolves to whether it lasted long enough to count as a success. */
async function readStream(
  signal: AbortSignal,
  age: number,
  opened: () => void,
  invalidate: (topic: LiveTopic) => void,
): Promise<boolean> {
  const aborting = new AbortController()
  const abort = () => aborting.abort()
  const stopWatching = onHiddenLong(abort)
  let heartbeatTimer = setTimeout(abort, HEARTBEAT_TIMEOUT)
  const began = Date.now()
  const wasStable = () => isOpen && Date.now() - began > STABLE_AFTER
  let isOpen = false
  signal.addEventListener('abort', abort)
  try {
    const next = await openTextStream(followEvents, { query: { age } }, aborting.signal)
    const read = eventReader()
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      if (!isOpen) opened()
      isOpen = true
      clearTimeout(heartbeatTimer)
      heartbeatTimer = setTimeout(abort, HEARTBEAT_TIMEOUT)
      for (const name of read(piece)) if (isTopic(name)) invalidate(name)
    }
    return wasStable()
  } catch (error) {
    // Usually the connection broke or was closed.
    // oxlint-disable-next-line no-console -- an error of the app itself must not pass for a broken connection
    if (!isRequestError(error) && !aborting.signal.aborted) console.error(error)
    return wasStable()
  } finally {
    clearTimeout(heartbeatTimer)
    stopWatching()
    signal.removeEventListener('abort', abort)
    abort()
  }
}

const isTopic = (name: string): name is LiveTopic => LIVE_TOPICS.some(topic => topic === name)

/**
 * Creates a function that invalidates topics, combining changes in quick succession. It waits for a random time, so that
 * the tabs of all users do not request in the same instant, and until the refetch after the user's own change, which the
 * server announces to this tab as well, has had some time.
 */
function topicInvalidator() {
  const changed = new Set<LiveTopic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    void invalidateQueries([...changed], { isAnnounced: true })
    changed.clear()
  }
  return (topic: LiveTopic) => {
    changed.add(topic)
    // The clock may have been set back.
    const pause = MIN_REFETCH_INTERVAL - Math.abs(Date.now() - invalidatedAt)
    timer ??= setTimeout(flush, Math.max(100 + MAX_SPREAD * Math.random(), pause))
  }
}

/** Calls back when the window has been hidden for a while. Returns a stop function. */
function onHiddenLong(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(act, HIDDEN_TIMEOUT)
  }
  check()
  document.addEventListener('visibilitychange', check)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const check = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      signal.removeEventListener('abort', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check)
    check()
  })
}

/**
 * Waits with exponential backoff, 0.5 to 30 seconds including the jitter, which keeps clients from reconnecting
 * simultaneously.
 */
function backOff(failures: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(MAX_BACKOFF, SECOND * 2 ** failures) * (0.5 + Math.random() / 2)
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
