import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api.ts'

/**
 * Marks the fields of a form that the server found at fault; the first of them takes the focus.
 * Answers whether the server's own sentence is among what they say.
 */
export function markFaults<Values extends FieldValues>(
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
