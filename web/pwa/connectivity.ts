import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOffline } from '../api.ts'
import { fieldsOf } from '../stored-values.ts'
import { withTimeLimit } from '../time-limit.ts'
import { createListeners } from '../ui/store.ts'

const PROBE_INTERVAL = 5_000
/** How long a query may take before the server is probed, and the probe until it has failed. */
const TIMEOUT = 5_000
/** The same if the last one took that long, as the connection may only be slow. */
const SLOW_TIMEOUT = 20_000

let isReached = true
let timeLimit = TIMEOUT
let probing: Promise<void> | undefined
let next: ReturnType<typeof setTimeout> | undefined
const connection = createListeners()

addEventListener('online', recheck)
addEventListener('offline', () => connection.notify())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isReached) check()
})

/** Whether the server can be reached, as far as known. */
export const isOnline = () => navigator.onLine && isReached

/** Whether the server can be reached, updated as that changes. */
export function useOnline() {
  return useSyncExternalStore(onConnectionChange, isOnline)
}

/** Calls back whenever the server becomes reachable or unreachable. Returns the unsubscribe function. */
export const onConnectionChange = connection.subscribe

/** Probes the server after a request without a response, and again until it responds. */
export function probeConnection(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

/** Connects the query client: failed or slow queries trigger a probe, and queries refetch once the server is back. */
export function trackConnection(queryClient: QueryClient) {
  const slow = new Map<string, ReturnType<typeof setTimeout>>()
  onlineManager.setEventListener(setOnline => onConnectionChange(() => setOnline(isOnline())))
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { action, query } = event
    clearTimeout(slow.get(query.queryHash))
    slow.delete(query.queryHash)
    if (action.type === 'fetch') slow.set(query.queryHash, setTimeout(check, TIMEOUT))
    const isLost = (action.type === 'failed' || action.type === 'error') && isOffline(action.error)
    if (isLost) check()
  })
}

const check = () => void probeConnection()

async function probe() {
  const start = Date.now()
  const replies = await doesServerReply()
  timeLimit = Date.now() - start < TIMEOUT ? TIMEOUT : SLOW_TIMEOUT
  clearTimeout(next)
  if (!replies) next = setTimeout(check, PROBE_INTERVAL)
  if (replies === isReached) return
  isReached = replies
  connection.notify()
}

function recheck() {
  if (isReached) connection.notify()
  else check()
}

/**
 * Probes whether the server replies, unless the device knows that it has no network. A page that something else serves
 * in its place, such as a captive portal, is no reply.
 */
const doesServerReply = async () =>
  navigator.onLine &&
  withTimeLimit(timeLimit, signal =>
    fetch('/api/health/live', { cache: 'no-store', signal })
      .then(response => response.json())
      .then(
        reply => fieldsOf(reply).status === 'ok',
        () => false,
      ),
  )
