import { createStore } from '../ui/store.ts'

type OutboxCounts = {
  /** All orders of the signed-in user in this browser. */
  all: number
  /** Those of them that wait for the user's decision. */
  undecided: number
  /** Their number and kind in words: '2 sipariş kararınızı bekliyor'. */
  text: string
}

// Set by the outbox, which loads after the first screen; unknown until then.
const counts = createStore<OutboxCounts | undefined>(undefined)

/** How many orders in the outbox of the signed-in user need the user's decision. */
export const useUndecidedOrders = () => counts.use()?.undecided ?? 0

/** The same in words, as `text` of the counts. */
export const useUndecidedText = () => counts.use()?.text ?? ''

/** How many orders of the signed-in user are in this browser; 0 until known. */
export const useOutboxCount = () => counts.use()?.all ?? 0

/** How many orders of the signed-in user are in this browser; `undefined` until known. */
export const pendingOrderCount = () => counts.get()?.all

/** Publishes the outbox's counts. */
export const setOutboxCounts = (found: OutboxCounts) => counts.set(found)
