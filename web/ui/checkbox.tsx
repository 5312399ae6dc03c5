import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldAttributes } from './input.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Shown beside the box; without a label, give an `aria-label`. */
  label?: ReactNode
  /** Indeterminate: some, but not all, are checked. */
  partly?: boolean
}

/** A yes/no field of a form. */
export function Checkbox({ label, partly = false, className, ...own }: CheckboxProps) {
  const attributes = useFieldAttributes(own)
  return (
    <label
      className={classNames(
        'inline-flex min-h-control min-w-control cursor-pointer items-center align-middle gap-2 sm:pointer-fine:min-h-0 sm:pointer-fine:min-w-0',
        !label && 'justify-center',
        className,
      )}
    >
      <span
        // A ref on the wrapper, because the input's own ref belongs to the form library.
        ref={holder => {
          const box = holder?.querySelector('input')
          if (box) box.indeterminate = partly
        }}
        className="relative inline-grid size-5 shrink-0 place-items-center sm:pointer-fine:size-4"
      >
        <input
          {...attributes}
          type="checkbox"
          className="peer size-full cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-brand checked:bg-brand hover:border-ink-soft disabled:cursor-not-allowed disabled:opacity-45 indeterminate:border-brand indeterminate:bg-brand"
        />
        {partly ? (
          <Minus aria-hidden className="pointer-events-none absolute size-3.5 stroke-3 text-on-brand" />
        ) : (
          <Check
            aria-hidden
            className="pointer-events-none absolute size-3.5 stroke-3 text-on-brand opacity-0 peer-checked:opacity-100"
          />
        )}
      </span>
      {label}
    </label>
  )
}
