import { useRef } from 'react'

/** Gives the focus back, when a dialog closes, to what it was opened from: spread over a dialog's content. */
export function useOpener() {
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
      const isThere = opener.current instanceof HTMLElement && opener.current.isConnected
      // What it was opened from may be gone by what was done in it: then the page's content is next.
      const next = isThere ? opener.current : document.getElementById('content')
      if (!(next instanceof HTMLElement)) return
      event.preventDefault()
      next.focus({ preventScroll: true })
    },
  }
}
