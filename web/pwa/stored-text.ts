import { useSyncExternalStore } from 'react'
import { session } from '../session.ts'
import { createListeners } from '../ui/store.ts'

const changes = createListeners()
// One listener for all, as each card of a list would add several.
addEventListener('storage', () => changes.notify())

/** A text of the signed-in user, stored in this browser until it is emptied. */
export function useStoredText(name: string) {
  const text = useSyncExternalStore(onStoredTextChange, () => storedText(name))
  return [text, (typed: string) => storeText(name, typed)] as const
}

/** The stored text as it is now. */
export const storedText = (name: string) => localStorage.getItem(keyOf(name)) ?? ''

/** Stores a text; an empty one removes it. */
export function storeText(name: string, text: string) {
  if (!session()) return
  if (text) localStorage.setItem(keyOf(name), text)
  else localStorage.removeItem(keyOf(name))
  changes.notify()
}

/** Calls back whenever a stored text changes, in this tab or another. Returns the unsubscribe function. */
export const onStoredTextChange = changes.subscribe

const keyOf = (name: string) => `${name}:${session()?.user.id ?? ''}`
