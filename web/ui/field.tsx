import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { classNames } from './class-names.ts'
import { FieldContext } from './input.ts'

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** The error message, which says how to correct the value. */
  error?: string
  required?: boolean
  /** The label is visible to screen readers only (a search, a table's cell). */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** A label above one input, with its error and hint below. */
export function Field({ label, hint, error, required, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const fieldAttributes = useMemo(() => {
    const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
    return {
      id,
      'aria-describedby': described || undefined,
      'aria-invalid': Boolean(error) || undefined,
      'aria-required': required,
    }
  }, [id, error, hint, required])
  return (
    <div className={classNames('grid min-w-0 content-start gap-1', className)}>
      <label id={labelIdOf(id)} htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-sm'}>
        {label}
        {required && (
          <span aria-hidden className="text-danger-ink">
            {' *'}
          </span>
        )}
      </label>
      <FieldContext value={fieldAttributes}>{children}</FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The id of the label of an input, for other controls of the same field. */
export const labelIdOf = (input: string) => `${input}-label`

/** The error message of a field, which names it by `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1 font-medium text-danger-ink text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
