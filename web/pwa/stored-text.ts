import { useSyncExternalStore } from 'react'
import { session } from '../session.ts'

const listeners = new Set<() => void>()

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
  for (const listener of listeners) listener()
}

/** Calls back whenever a stored text changes, in this tab or another. Returns the unsubscribe function. */
export function onStoredTextChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const keyOf = (name: string) => `${name}:${session()?.user.id ?? ''}`
