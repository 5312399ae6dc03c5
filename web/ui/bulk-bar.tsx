import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { focusAfterRemoval } from './focus-after-removal.ts'
import { useHeldFocus } from './held-focus.ts'
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
      {...useHeldFocus<HTMLElement>()}
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
