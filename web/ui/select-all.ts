import { type MouseEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react'

type InputEvent = SyntheticEvent<HTMLInputElement>

/**
 * Props that select a text field's content on focus, so that typing replaces it. A further press places the caret, and
 * a selection made by dragging is kept.
 */
export function useSelectAll() {
  const isTakingFocus = useRef(false)
  return {
    onFocus: (event: InputEvent) => selectAll(event.currentTarget),
    onPointerDown: ({ currentTarget }: PointerEvent<HTMLInputElement>) => {
      isTakingFocus.current = document.activeElement !== currentTarget
    },
    // WebKit places the caret on release, after `mouseup` and `click`, unless that is prevented.
    onMouseUp: (event: MouseEvent<HTMLInputElement>) => {
      const { selectionStart, selectionEnd, value } = event.currentTarget
      const marked = (selectionEnd ?? 0) - (selectionStart ?? 0)
      if (isTakingFocus.current && (marked === 0 || marked === value.length)) {
        event.preventDefault()
        selectAll(event.currentTarget)
      }
      isTakingFocus.current = false
    },
  }
}

/** Selects a text field's content. */
// On an iPhone `select()` has no effect.
export const selectAll = (input: HTMLInputElement) => input.setSelectionRange(0, input.value.length)
