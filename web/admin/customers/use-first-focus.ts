import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the name in the form of a customer's row when it opens. Returns the form's ref. */
export function useFirstFocus(id: string | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Not by the form library's `setFocus`, which waits for a timer: a key pressed immediately would be lost.
  useEffect(() => {
    const name = id ? form.current?.elements.namedItem('company_name') : undefined
    if (name instanceof HTMLElement) name.focus()
  }, [id])
  return form
}
