import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api.ts'
import { withTimeLimit } from '../time-limit.ts'

const PATIENCE = 5_000
const ASKED_AGAIN = 5_000

let isReached = true
let asking: Promise<void> | undefined
let next: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

addEventListener('online', lookAgain)
addEventListener('offline', tell)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && !isReached) doubt()
})

/** Whether the portal can be reached, as far as is known. */
export const isOnline = () => navigator.onLine && isReached

/** Whether the portal can be reached, now and as that changes. */
export function useOnline() {
  return useSyncExternalStore(whenConnectionChanges, isOnline)
}

/** Calls back whenever the portal comes within reach or goes out of it; answers how to stop that. */
export function whenConnectionChanges(changed: () => void): () => void {
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
  }
}

/** Something got no answer: the portal itself is asked whether it is there, and again until it is. */
export function doubtConnection(): Promise<void> {
  asking ??= probe().finally(() => {
    asking = undefined
  })
  return asking
}

/** Lets the answers follow: what fails or takes long raises doubt, and what is shown is asked for anew afterwards. */
export function followConnection(answers: QueryClient) {
  const slow = new Map<string, ReturnType<typeof setTimeout>>()
  onlineManager.setEventListener(setOnline => whenConnectionChanges(() => setOnline(isOnline())))
  answers.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { action, query } = event
    clearTimeout(slow.get(query.queryHash))
    slow.delete(query.queryHash)
    if (action.type === 'fetch') slow.set(query.queryHash, setTimeout(doubt, PATIENCE))
    const isLost = (action.type === 'failed' || action.type === 'error') && isUnanswered(action.error)
    if (isLost) doubt()
  })
}

const doubt = () => void doubtConnection()
const isUnanswered = (error: unknown) => error instanceof ApiError && error.isOffline

async function probe() {
  const isThere =
    navigator.onLine &&
    (await withTimeLimit(PATIENCE, signal =>
      fetch('/api/health/live', { cache: 'no-store', signal }).then(
        answer => answer.ok,
        () => false,
      ),
    ))
  clearTimeout(next)
  if (!isThere) next = setTimeout(doubt, ASKED_AGAIN)
  if (isThere === isReached) return
  isReached = isThere
  tell()
}

function lookAgain() {
  if (isReached) tell()
  else doubt()
}

function tell() {
  for (const listener of listeners) listener()
}
