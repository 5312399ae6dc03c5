import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Browsers remove the focus from a form that becomes inert while it is being saved, and do not focus inert fields.
 * Afterwards it goes to the first field with an error, else to where it was, unless something else has moved it there.
 */
export function useFocusAfterBusy(busy: boolean, form: RefObject<HTMLElement | null>) {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (busy) {
      before.current = document.activeElement
      return
    }
    if (!before.current) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (faulty) faulty.focus()
    else if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus()
    before.current = null
  }, [busy, form])
}
