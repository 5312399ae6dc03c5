import { X } from 'lucide-react'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusAfterRemoval } from './focus-after-removal.ts'
import { IconButton } from './icon-button.tsx'
import { wholeText } from './number-text.ts'

type BulkBarProps = { count: number; onClear: () => void; children: ReactNode }

/** The actions for the selected rows, shown at the bottom of the window while any row is selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return count > 0 && <Bar {...{ count, onClear, children }} />
}

function Bar({ count, onClear, children }: BulkBarProps) {
  return (
    <section
      {...useHeldFocus()}
      tabIndex={-1}
      aria-label="Seçilenlerle yapılacaklar"
      className="sticky bottom-[calc(var(--sticky-bottom)+1rem)] z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-2 rounded-md bg-surface-raised p-2 pl-4 shadow-float"
    >
      <output className="font-medium">{wholeText(count)} satır seçildi</output>
      <IconButton
        icon={X}
        label="Seçimi kaldır"
        onClick={event => {
          focusAfterRemoval(event)
          onClear()
        }}
        className="mr-2"
      />
      {children}
    </section>
  )
}

/**
 * When a focused button disappears while the bar stays, the focus moves to the bar; when the bar disappears, it moves
 * to the search above the list. An action on all selected rows removes both.
 */
function useHeldFocus() {
  const bar = useRef<HTMLElement>(null)
  const isHeld = useRef(false)
  useLayoutEffect(() => {
    if (isHeld.current && document.activeElement === document.body) bar.current?.focus()
  })
  useLayoutEffect(() => {
    const own = bar.current
    return () => {
      const { activeElement } = document
      if (isHeld.current && (activeElement === document.body || own?.contains(activeElement)))
        focusAfterRemoval({ detail: 0 })
    }
  }, [])
  return {
    ref: bar,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) isHeld.current = true
    },
    // Not when the window loses the focus, or a question is asked.
    onBlur: ({ target }: FocusEvent) => {
      if (document.activeElement !== target) isHeld.current = false
    },
  }
}
