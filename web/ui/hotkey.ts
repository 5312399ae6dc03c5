import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

/**
 * Runs an action when a key is pressed, except while the user is typing in a field, while a dialog or menu is open, or
 * if the user has switched such keys off. (It reads that setting itself: `single-keys.ts` would enlarge the first
 * screen.)
 */
export function useHotkey(key: string | undefined, act: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (
      areOffHere ||
      localStorage.getItem('single-keys') === 'off' ||
      isTyping(event.target) ||
      document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
    )
      return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

let areOffHere = false

/** Switches such keys off in this page only, for a browser without room to store the setting. */
export function switchOffHere(areOff: boolean) {
  areOffHere = areOff
}

// `:read-write` does not match a checkbox.
function isTyping(target: EventTarget | null) {
  return target instanceof Element && target.matches('select, :read-write')
}

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
