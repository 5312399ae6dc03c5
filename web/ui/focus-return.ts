import { useRef } from 'react'

/**
 * Returns the focus to the element that opened a dialog when it closes, and opens it without a selected field: spread over
 * the dialog's content.
 */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const menu = document.activeElement?.closest('[role=menu]')
      // A menu item disappears with its menu; use the button that opened the menu instead.
      opener.current = menu
        ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
        : document.activeElement
      queueMicrotask(deselect)
    },
    onCloseAutoFocus: (event: Event) => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        event.preventDefault()
        opener.current.focus({ preventScroll: true })
        return
      }
      // The opener may no longer exist: focus the page's content, unless something else has taken the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
      })
    },
  }
}

/**
 * Puts the caret behind the content of the field that takes the focus first: it was selected, so that one key would have
 * replaced it.
 */
function deselect() {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && field.selectionStart !== null)
    field.setSelectionRange(field.value.length, field.value.length)
}
