import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { INPUT_LOOKS, useFieldAttributes } from './input.ts'

type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = ComponentProps<'select'> & {
  options?: readonly Option[]
  /** The first option, selected while no other is. */
  placeholder?: string
}

/** A choice of one of a few, as a native select. */
export function Select({ options, placeholder, className, children, ...own }: SelectProps) {
  const attributes = useFieldAttributes(own)
  return (
    <span className={classNames('relative flex min-w-0 items-center', className)}>
      <select
        {...attributes}
        className={classNames(INPUT_LOOKS, 'h-control appearance-none truncate bg-surface! pr-9 pl-3')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-3 size-4 text-ink-soft" />
    </span>
  )
}
