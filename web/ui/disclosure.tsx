import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type DisclosureProps = {
  summary: ReactNode
  open?: boolean
  onToggle?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** A summary line that expands to show more. */
export function Disclosure({ summary, open, onToggle, className, children }: DisclosureProps) {
  return (
    <details
      open={open}
      onToggle={event => onToggle?.(event.currentTarget.open)}
      className={classNames('group min-w-0', className)}
    >
      <summary className="ring-inside flex min-h-control list-none items-center gap-3 rounded-md px-4 py-3 transition-colors hover:bg-surface-sunken [&::-webkit-details-marker]:hidden">
        <div className="min-w-0 flex-1">{summary}</div>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:transform-[rotate(180deg)]"
        />
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
