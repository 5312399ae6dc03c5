import { createStore } from '../ui/store.ts'

type OutboxCounts = {
  /** The number of entries of the logged-in user in this browser. */
  all: number
  /** How many of them wait for the user's decision. */
  undecided: number
  /** The number and kind of these in words: '2 sipariş kararınızı bekliyor'. */
  text: string
}

// Set by the outbox, which loads after the first screen; unknown until then.
const counts = createStore<OutboxCounts | undefined>(undefined)

/** How many entries of the logged-in user's outbox need a decision. */
export const useUndecidedCount = () => counts.use()?.undecided ?? 0

/** The number and kind of these entries in words; '' while it is unknown. */
export const useUndecidedText = () => counts.use()?.text ?? ''

/** How many entries the logged-in user's outbox has in this browser; 0 until known. */
export const useOutboxCount = () => counts.use()?.all ?? 0

/** How many entries the logged-in user's outbox has in this browser; `undefined` until known. */
export const outboxCount = () => counts.get()?.all

/** Publishes the outbox's counts. */
export const setOutboxCounts = (found: OutboxCounts) => counts.set(found)
