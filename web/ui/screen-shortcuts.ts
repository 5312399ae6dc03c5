import { useEffect } from 'react'
import { createStore } from './store.ts'

export type Shortcut = { keys: readonly string[]; does: string }

const NONE: readonly Shortcut[] = []

/** The shortcuts of the open screen, which the list of shortcuts shows first. */
export const screenShortcuts = createStore(NONE)

/** Lists the shortcuts of a screen while it is open. */
export function useScreenShortcuts(shortcuts: readonly Shortcut[]) {
  useEffect(() => {
    screenShortcuts.set(shortcuts)
    return () => screenShortcuts.set(NONE)
  }, [shortcuts])
}
