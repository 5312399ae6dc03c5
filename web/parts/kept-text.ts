import { useSyncExternalStore } from 'react'
import { session } from '../session.ts'

const listeners = new Set<() => void>()

/** A text that the signed-in person types and this browser keeps until it is emptied. */
export function useKeptText(name: string) {
  const text = useSyncExternalStore(whenKeptChanges, () => keptText(name))
  return [text, (typed: string) => keepText(name, typed)] as const
}

/** The text as it is now. */
export const keptText = (name: string) => localStorage.getItem(keyOf(name)) ?? ''

/** Keeps another text instead. */
export function keepText(name: string, text: string) {
  if (!session()) return
  if (text) localStorage.setItem(keyOf(name), text)
  else localStorage.removeItem(keyOf(name))
  for (const listener of listeners) listener()
}

/** Calls back whenever a kept text changes, in this tab or another; answers how to stop that. */
export function whenKeptChanges(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const keyOf = (name: string) => `${name}:${session()?.user.id ?? ''}`
