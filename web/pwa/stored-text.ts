import { useSyncExternalStore } from 'react'
import { session } from '../current-session.ts'
import { store } from '../ui/storage.ts'
import { createListeners } from '../ui/store.ts'

const changes = createListeners()
// One listener for the whole page, as each card of a list would add several.
addEventListener('storage', () => changes.notify())

/**
 * Texts that the browser could not store because its storage is full, held until the page is left. If the logged-in
 * user has such texts, the browser asks before it leaves the page.
 */
const unstored = new Map<string, string>()
addEventListener('beforeunload', event => {
  for (const key of unstored.keys()) if (key.endsWith(keyOf(''))) event.preventDefault()
})

/** A text of the logged-in user, stored in this browser until it is emptied. */
export function useStoredText(name: string) {
  const text = useSyncExternalStore(onStoredTextChange, () => storedText(name))
  return [text, (typed: string) => storeText(name, typed)] as const
}

/** The current stored text. */
export const storedText = (name: string) => unstored.get(keyOf(name)) ?? localStorage.getItem(keyOf(name)) ?? ''

/** Stores a text; an empty one removes it. */
export function storeText(name: string, text: string) {
  if (!session()) return
  const key = keyOf(name)
  unstored.delete(key)
  if (!text) localStorage.removeItem(key)
  else if (!store(key, text)) unstored.set(key, text)
  changes.notify()
}

/** Calls back whenever a stored text changes, in this tab or another. Returns the unsubscribe function. */
export const onStoredTextChange = changes.subscribe

const keyOf = (name: string) => `${name}:${session()?.user.id ?? ''}`
