import { type RefObject, useEffect, useRef } from 'react'

/**
 * The opener of a dialog that has just closed. A dialog that replaces it (a sheet whose row has loaded) returns to it.
 */
let replaced: Element | null = null
/** A dialog that opens within this time after another closed counts as its replacement, in ms. */
const REPLACED_WITHIN = 200

/**
 * Props of a dialog's content: when the dialog closes, the focus returns to the element that opened it, and it opens
 * without a text selection. `first` takes the initial focus instead of the first control.
 */
export function useFocusReturn(first?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element>(null)
  useEffect(
    () => () => {
      replaced = opener.current
      setTimeout(() => (replaced = null), REPLACED_WITHIN)
    },
    [],
  )
  return {
    onOpenAutoFocus: (event: Event) => {
      const menu = document.activeElement?.closest('[role=menu]')
      // A menu item disappears with its menu; use the button that opened the menu instead.
      opener.current = menu
        ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
        : document.activeElement
      // The body has the focus if the focused element was removed with a previous dialog.
      if (opener.current === document.body) opener.current = replaced
      queueMicrotask(deselect)
      if (!first?.current) return
      event.preventDefault()
      first.current.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected && !opener.current.matches(':disabled')) {
        event.preventDefault()
        opener.current.focus({ preventScroll: true })
        return
      }
      // The opener may no longer exist, or be disabled: focus the dialog below this one, or else the page's content,
      // unless something else has taken the focus.
      requestAnimationFrame(() => {
        const below = Array.from(document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open]')).at(-1)
        if (document.activeElement === document.body)
          (below ?? document.getElementById('content'))?.focus({ preventScroll: true })
      })
    },
  }
}

/**
 * Puts the caret behind the content of the focused field. Radix selects the content, so that one keystroke would
 * replace it.
 */
function deselect() {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && field.selectionStart !== null)
    field.setSelectionRange(field.value.length, field.value.length)
}
