import { useSyncExternalStore } from 'react'

type OutboxCounts = {
  /** All orders of the signed-in user in this browser. */
  all: number
  /** Those of them that wait for the user's decision. */
  undecided: number
}

// Set by the outbox, which loads after the first screen; unknown until then.
let counts: OutboxCounts | undefined
const listeners = new Set<() => void>()

/** How many orders of the signed-in user were rejected and wait for a decision. */
export const useUndecidedOrders = () => useSyncExternalStore(subscribe, () => counts?.undecided ?? 0)

/** How many orders of the signed-in user are in this browser; `undefined` until known. */
export const pendingOrderCount = () => counts?.all

/** Publishes the outbox's counts. */
export function setOutboxCounts(found: OutboxCounts) {
  counts = found
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
