import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { INPUT_LOOKS, useFieldAttributes } from './input.ts'

export type TextInputProps = ComponentProps<'input'> & {
  icon?: LucideIcon
  /** Shown after the value: a unit, a currency. */
  suffix?: ReactNode
}

/** A single-line text field. Connects itself to the `Field` around it; accepts react-hook-form's `register`. */
export function TextInput({ icon: Icon, suffix, className, type = 'text', ...own }: TextInputProps) {
  const attributes = useFieldAttributes(own)
  return (
    <span className={classNames('relative flex min-w-0 items-center', className)}>
      {Icon && <Icon aria-hidden className="pointer-events-none absolute left-3 size-4 text-ink-faint" />}
      <input
        {...attributes}
        type={type}
        className={classNames(INPUT_LOOKS, 'h-control', Icon ? 'pl-9' : 'pl-3', suffix ? 'pr-12' : 'pr-3')}
      />
      {suffix && <span className="pointer-events-none absolute right-3 text-ink-soft text-sm">{suffix}</span>}
    </span>
  )
}
