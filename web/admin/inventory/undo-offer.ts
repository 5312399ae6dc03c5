import { useSyncExternalStore } from 'react'
import { randomId } from '../../random-id.ts'
import { onSessionChange } from '../../session.ts'
import type { ExpectedDateUpdate } from './expected-date.tsx'

let offer: (ExpectedDateUpdate & { id: string }) | undefined
const listeners = new Set<() => void>()

/** Offers to undo a bulk update of expected dates, whichever screens are opened meanwhile; without one, nothing is offered. */
export function offerUndo(update?: ExpectedDateUpdate) {
  offer = update && { ...update, id: randomId() }
  for (const listener of listeners) listener()
}

// What an admin did is not undone by the next one.
onSessionChange(() => offerUndo())

/** The bulk update that can be undone: the last one, until it is closed. */
export const useUndoOffer = () => useSyncExternalStore(listen, () => offer)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
