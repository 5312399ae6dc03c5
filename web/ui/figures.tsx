import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { INK, type Tone } from './tone.ts'

export type Figure = {
  label: string
  /** `undefined` while it is loading. */
  value?: ReactNode
  hint?: ReactNode
  icon?: LucideIcon
  tone?: Tone
}

/** The key figures of a screen, in one bordered row (two by two in narrow windows). */
export function Figures({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl
      className={classNames(
        'grid grid-cols-2 gap-px overflow-clip rounded-md border border-line bg-line lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none',
        className,
      )}
    >
      {figures.map(({ label, value, hint, icon: Icon, tone = 'neutral' }) => (
        <div key={label} className="grid min-w-0 content-start gap-1 bg-surface p-3 sm:p-4 max-lg:last:odd:col-span-2">
          <dt className="flex items-center gap-2 text-ink-soft text-sm">
            {Icon && <Icon aria-hidden className={classNames('size-4 shrink-0', INK[tone])} />}
            <span className="truncate">{label}</span>
          </dt>
          {/* A number is never cut: it is smaller on phones, and wraps at worst. */}
          <dd className="break-all font-semibold text-base max-[24rem]:text-sm sm:text-lg [&_span]:whitespace-normal">
            {value ?? <Skeleton className="h-7 w-20" />}
          </dd>
          {hint && <dd className="text-ink-soft text-xs">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
