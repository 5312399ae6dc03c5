import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SOFT, type Tone } from './tone.ts'

type BadgeProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode; className?: string }

/** A short status label; give an icon where the colour carries meaning. */
export function Badge({ tone = 'neutral', icon: Icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full items-center gap-1 whitespace-nowrap rounded-full border px-2 font-medium text-xs',
        SOFT[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
