import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api.ts'

/**
 * Shows the server's validation errors at a form's fields and focuses the first of them. Returns whether the error's
 * own message is among those shown.
 */
export function setFieldErrors<Values extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly FieldPath<Values>[],
): boolean {
  const marked = fields.flatMap(field => {
    const message = error.errors.find(fault => fault.field === field)?.message
    return message ? [{ field, message }] : []
  })
  for (const [place, { field, message }] of marked.entries())
    form.setError(field, { message }, { shouldFocus: place === 0 })
  return marked.some(({ message }) => message === error.message)
}

/** Shows the server's refusal of a form as an alert, and its validation errors at the fields. */
export function alertRefusal<Values extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly FieldPath<Values>[],
) {
  setFieldErrors(error, form, fields)
  window.alert(error.message)
}
