import { randomId } from '../../random-id.ts'
import { onSessionChange } from '../../session.ts'
import { createStore } from '../../ui/store.ts'
import type { ExpectedDateUpdate } from './expected-date.tsx'

const offer = createStore<(ExpectedDateUpdate & { id: string }) | undefined>(undefined)

/** Offers to undo a bulk update of expected dates, whichever screens are opened meanwhile; without one, nothing is offered. */
export const offerUndo = (update?: ExpectedDateUpdate) => offer.set(update && { ...update, id: randomId() })

// What an admin did is not undone by the next one.
onSessionChange(() => offerUndo())

/** The bulk update that can be undone: the last one, until it is closed. */
export const useUndoOffer = offer.use
