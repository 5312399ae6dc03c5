import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CardProps = {
  title?: ReactNode
  /** Beside the title: a link or a small button. */
  action?: ReactNode
  /** Without padding, for a list or a table. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A bordered group of related content. Cards are not nested. */
export function Card({ title, action, flush, className, children }: CardProps) {
  return (
    <section className={classNames('min-w-0 rounded-md border border-line bg-surface', className)}>
      {(title || action) && (
        <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3">
          <h2 className="min-w-0 font-semibold text-base">{title}</h2>
          {action}
        </header>
      )}
      <div className={flush ? (title ? 'pt-2' : undefined) : classNames('px-4 pb-4', title ? 'pt-2' : 'pt-4')}>
        {children}
      </div>
    </section>
  )
}
