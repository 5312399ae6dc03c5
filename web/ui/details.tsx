import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Detail = { label: string; value: ReactNode }

/** Labelled values: side by side, or (`stacked`) one below the other. An empty value is shown as "–". */
export function Details({
  details,
  stacked,
  className,
}: {
  details: readonly Detail[]
  stacked?: boolean
  className?: string
}) {
  return (
    <dl className={classNames('grid grid-cols-1 gap-3', className)}>
      {details.map(({ label, value }) => (
        <div key={label} className={stacked ? 'grid gap-0.5' : 'flex items-baseline justify-between gap-6'}>
          <dt className={classNames('shrink-0 text-ink-soft', stacked && 'text-sm')}>{label}</dt>
          <dd className={classNames('min-w-0 break-words', !stacked && 'text-right')}>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
