import { useRef } from 'react'

/** Returns the focus to the element that opened a dialog when it closes: spread over the dialog's content. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const menu = document.activeElement?.closest('[role=menu]')
      // A menu item disappears with its menu; use the button that opened the menu instead.
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
      // The opener may no longer exist: focus the page's content, unless something else has taken the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
      })
    },
  }
}
