import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api.ts'

/** Shows the server's refusal of a form as an alert, and its field errors at the fields. */
export function alertRefusal<Values extends FieldValues>(
  error: Error,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly FieldPath<Values>[],
) {
  const faults = error instanceof ApiError ? error.errors : []
  const marked = fields.flatMap(field => {
    const message = faults.find(fault => fault.field === field)?.message
    return message ? [{ field, message }] : []
  })
  for (const [place, { field, message }] of marked.entries()) {
    form.setError(field, { message }, { shouldFocus: place === 0 })
  }
  window.alert(error.message)
}
