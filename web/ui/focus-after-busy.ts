import { useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus to where it was before a form became inert while it is being saved, as browsers remove it from
 * inert elements. It stays where something else has moved it.
 */
export function useFocusAfterBusy(busy: boolean) {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (busy) before.current = document.activeElement
    else if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus()
  }, [busy])
}
