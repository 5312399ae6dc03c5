import { onSessionChange } from '../../current-session.ts'
import { randomId } from '../../random-id.ts'
import { createStore } from '../../ui/store.ts'
import type { ExpectedDateUpdate } from './expected-date.tsx'

const offer = createStore<(ExpectedDateUpdate & { id: string }) | undefined>(undefined)

/** Offers to undo a bulk update of expected dates, also on screens opened later; without one, withdraws the offer. */
export const offerUndo = (update?: ExpectedDateUpdate) => offer.set(update && { ...update, id: randomId() })

// The next admin who logs in must not undo the update.
onSessionChange(() => offerUndo())

/** The bulk update that can be undone: the last one, until it is closed. */
export const useUndoOffer = offer.use
