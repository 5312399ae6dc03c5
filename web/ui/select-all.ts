import { type MouseEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react'

type InputEvent = SyntheticEvent<HTMLInputElement>

/**
 * Props that select a text field's content when it takes the focus, so that what is typed replaces it. A further press
 * places the caret, and text that was marked by dragging stays marked.
 */
export function useSelectAll() {
  const isTakingFocus = useRef(false)
  return {
    onFocus: (event: InputEvent) => selectAll(event.currentTarget),
    onPointerDown: ({ currentTarget }: PointerEvent<HTMLInputElement>) => {
      isTakingFocus.current = document.activeElement !== currentTarget
    },
    // WebKit places the caret where the button is released, after `mouseup` and `click`, unless that is prevented.
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

// On an iPhone `select()` marks nothing.
const selectAll = (input: HTMLInputElement) => input.setSelectionRange(0, input.value.length)
