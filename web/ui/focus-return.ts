import { useRef } from 'react'

/** Gives the focus back, when a dialog closes, to what it was opened from: spread over a dialog's content. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const menu = document.activeElement?.closest('[role=menu]')
      // A menu's item goes with its menu; the button that opened it stays.
      opener.current = menu
        ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
        : document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        event.preventDefault()
        opener.current.focus({ preventScroll: true })
        return
      }
      // What it was opened from may be gone by what was done in it: then the page's content is next, if nothing else is.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
      })
    },
  }
}
