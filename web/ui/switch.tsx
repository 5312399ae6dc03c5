import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './input.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> & {
  label?: ReactNode
  /** Looks disabled and ignores presses, but keeps the focus. */
  busy?: boolean
}

/** A switch that takes effect immediately. */
export function Switch({ label, className, busy, onChange, ...own }: SwitchProps) {
  const attributes = useFieldAttributes(own)
  return (
    <label className={classNames('inline-flex min-h-control cursor-pointer items-center gap-3', className)}>
      <span className="relative inline-flex h-control w-11 shrink-0 items-center">
        <input
          {...attributes}
          type="checkbox"
          aria-disabled={busy || undefined}
          onChange={event => busy || onChange?.(event)}
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its own checked state
          role="switch"
          // Larger than the track, as a target.
          className="peer absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
        />
        <span className="pointer-events-none h-6 w-10 rounded-full bg-neutral outline-focus outline-offset-2 transition-colors peer-checked:bg-green peer-focus-visible:outline-2 peer-aria-disabled:opacity-45 peer-disabled:opacity-45" />
        <span className="pointer-events-none absolute left-1 size-4 rounded-full bg-surface transition-transform peer-checked:transform-[translateX(1rem)] peer-aria-disabled:opacity-45 peer-disabled:opacity-45" />
      </span>
      {label}
    </label>
  )
}
