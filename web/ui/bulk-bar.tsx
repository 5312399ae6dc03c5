import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { leaveRemoved } from './leave-removed.ts'
import { wholeText } from './number-text.ts'

/** The actions for the selected rows, shown at the bottom of the window while any row is selected. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section
      aria-label="Seçilenlerle yapılacaklar"
      className="sticky bottom-[calc(var(--sticky-bottom)+1rem)] z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-2 rounded-md bg-surface-raised p-2 pl-4 shadow-float"
    >
      <output className="font-medium">{wholeText(count)} satır seçildi</output>
      <IconButton
        icon={X}
        label="Seçimi kaldır"
        onClick={event => {
          leaveRemoved(event)
          onClear()
        }}
        className="mr-2"
      />
      {children}
    </section>
  )
}
