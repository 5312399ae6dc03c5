import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-surface-sunken px-1 font-sans text-ink-soft text-xs',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
