import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { focusAfterRemoval } from './focus-after-removal.ts'

/**
 * Props of an element whose buttons disappear once they have been pressed. The focus of a button then moves to the
 * element or, if that disappears, too, to the search above the list, if it came from the keyboard. The component that
 * renders the buttons calls it.
 */
export function useHeldFocus<Box extends HTMLElement>() {
  const box = useRef<Box>(null)
  const isHeld = useRef(false)
  useLayoutEffect(() => {
    if (isHeld.current && document.activeElement === document.body) box.current?.focus()
  })
  useLayoutEffect(() => {
    const own = box.current
    return () => {
      const { activeElement } = document
      // A dialog that closes, or keeps open, moves the focus itself.
      if (own?.closest('[role=dialog], [role=alertdialog]')) return
      if (isHeld.current && (activeElement === document.body || own?.contains(activeElement)))
        focusAfterRemoval({ detail: 0 })
    }
  }, [])
  return {
    ref: box,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) isHeld.current = true
    },
    // Not when the window loses the focus, or a question is asked.
    onBlur: ({ target }: FocusEvent) => {
      if (document.activeElement !== target) isHeld.current = false
    },
  }
}
