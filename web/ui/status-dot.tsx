import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FILL, type Tone } from './tone.ts'

/** A dot with its word: quieter than a badge, for dense lists. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', FILL[tone])} />
      {children}
    </span>
  )
}
