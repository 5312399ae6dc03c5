import { useSyncExternalStore } from 'react'

type Held = {
  /** All of the signed-in user's orders in this browser. */
  all: number
  /** Those of them that wait for the user's decision. */
  undecided: number
}

// Told by the outbox, whose code comes after the first screen; not known until then.
let held: Held | undefined
const listeners = new Set<() => void>()

/** How many orders of the signed-in user could not be placed and wait for a decision. */
export const useUndecidedOrders = () => useSyncExternalStore(listen, () => held?.undecided ?? 0)

/** How many orders of the signed-in user are in this browser; `undefined` until that is known. */
export const heldOrders = () => held?.all

/** Tells the screens what the outbox holds. */
export function noteHeldOrders(found: Held) {
  held = found
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
