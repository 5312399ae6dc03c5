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
  /** Called on a press, which switches a filter; the filter is on while the figure `isPressed`. */
  onPress?: () => void
  isPressed?: boolean
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
      {figures.map(({ label, value, hint, icon: Icon, tone = 'neutral', onPress, isPressed }) => (
        <div
          key={label}
          className={classNames(
            'relative grid min-w-0 grid-cols-1 content-start gap-1 p-3 sm:p-4 max-lg:last:odd:col-span-2',
            isPressed ? 'bg-brand-soft' : 'bg-surface',
            onPress && 'has-[button:hover]:bg-surface-sunken',
          )}
        >
          <dt className="min-h-5 text-ink-soft text-sm max-[22.5rem]:text-xs">
            <FigureLabel
              onPress={onPress}
              isPressed={isPressed}
              className="flex items-start gap-2"
              padding="p-3 sm:p-4"
            >
              {Icon && <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', INK[tone])} />}
              <span className="truncate">{label}</span>
            </FigureLabel>
          </dt>
          {/* A number is never truncated: it is smaller on phones, and wraps if necessary. */}
          <dd className="break-all font-semibold text-base max-[24rem]:text-sm sm:text-lg [&_span]:whitespace-normal">
            {value ?? <Skeleton className="h-7 w-20" />}
          </dd>
          {hint && <dd className="text-ink-soft text-xs">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}

type FigureLabelProps = {
  onPress: Figure['onPress']
  isPressed: Figure['isPressed']
  className: string
  /** The padding classes of the field, which the button covers. */
  padding: string
  children: ReactNode
}

/** The label of a figure. With `onPress` it is a button that covers the whole field, which must be positioned. */
export function FigureLabel({ onPress, isPressed = false, className, padding, children }: FigureLabelProps) {
  if (!onPress) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={classNames('ring-inside absolute inset-0 min-w-0 text-left', className, padding)}
    >
      {children}
    </button>
  )
}
