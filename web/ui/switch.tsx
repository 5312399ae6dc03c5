import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './field.tsx'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> & { label?: ReactNode }

/** A switch that takes effect at once. */
export function Switch({ label, className, ...own }: SwitchProps) {
  const attributes = useFieldAttributes(own)
  return (
    <label className={classNames('inline-flex min-h-control cursor-pointer items-center gap-3', className)}>
      <span className="relative inline-flex shrink-0">
        <input
          {...attributes}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its own checked state
          role="switch"
          className="peer h-6 w-10 cursor-pointer appearance-none rounded-full bg-neutral transition-colors checked:bg-green disabled:cursor-not-allowed disabled:opacity-45"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-on-brand transition-transform peer-checked:transform-[translateX(1rem)]" />
      </span>
      {label}
    </label>
  )
}
