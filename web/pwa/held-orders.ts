import { useSyncExternalStore } from 'react'

type Held = {
  /** All orders of the signed-in user in this browser. */
  all: number
  /** Those of them that wait for the user's decision. */
  undecided: number
}

// Set by the outbox, which loads after the first screen; unknown until then.
let counts: Held | undefined
const listeners = new Set<() => void>()

/** How many orders of the signed-in user were rejected and wait for a decision. */
export const useUndecidedOrders = () => useSyncExternalStore(subscribe, () => counts?.undecided ?? 0)

/** How many orders of the signed-in user are in this browser; `undefined` until known. */
export const heldOrders = () => counts?.all

/** Publishes the outbox's counts. */
export function noteHeldOrders(found: Held) {
  counts = found
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
