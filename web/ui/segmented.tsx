import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classNames } from './class-names.ts'

type SegmentedProps<Value extends string> = {
  label: string
  /** With `undefined`, or what is no option, none is selected. */
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: LucideIcon; count?: number }[]
  block?: boolean
  className?: string
}

/** A choice of one of two to five options, all visible. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onChange, options, block, className } = props
  const name = useId()
  const stop = Math.max(
    0,
    options.findIndex(one => one.value === value),
  )
  return (
    <fieldset
      aria-label={label}
      className={classNames(
        'min-w-0 rounded-md border border-line bg-canvas p-0.5',
        block ? 'flex w-full' : 'inline-flex max-w-full',
        className,
      )}
    >
      {options.map(({ value: own, label: text, icon: Icon, count = 0 }, index) => (
        <label
          key={own}
          className={classNames(
            'relative inline-flex h-10 min-w-0 cursor-pointer items-center justify-center gap-2 rounded-md border px-3 font-medium text-sm transition-colors sm:pointer-fine:h-8',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus',
            block && 'flex-1',
            own === value
              ? 'border-line-strong bg-surface-raised text-ink'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            // Otherwise a dialog's initial focus would land on an unselected option. Arrow keys reach the others, from
            // the first one while none is selected.
            tabIndex={index === stop ? undefined : -1}
            onChange={() => onChange(own)}
            className="-inset-y-[3px] absolute inset-x-0 cursor-pointer appearance-none opacity-0"
          />
          {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
          <span className="truncate">{text}</span>
          {count > 0 && <span className="rounded-full bg-neutral-soft px-1.5 text-neutral-ink text-xs">{count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
