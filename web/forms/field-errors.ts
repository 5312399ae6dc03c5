import { type RefObject, useEffect, useRef } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api.ts'

/**
 * Shows the server's validation errors at a form's fields, given in their order, and focuses the first of them. Returns
 * whether the error's own message is among those shown.
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

/**
 * For `handleSubmit`, with `shouldFocusError: false`: focuses the first of the fields at fault in the form's order. The
 * library's order is that of the first rendering, in which fields that appeared later, or have a component of their
 * own, come last.
 */
export const focusFirst =
  <Values extends FieldValues>(
    form: { setFocus: (field: FieldPath<Values>) => void },
    fields: readonly FieldPath<Values>[],
  ) =>
  (errors: FieldErrors<Values>) => {
    const first = fields.find(field => Reflect.get(errors, field))
    if (first) form.setFocus(first)
  }

/** For a form without the library: returns its ref; each refusal scrolls to the first field at fault and focuses it. */
export function useFaultFocus(refusal: ApiError | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fault = refusal && form.current?.querySelector('p[role=alert]')
    fault?.parentElement?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
    fault?.scrollIntoView({ block: 'center' })
  }, [refusal])
  return form
}
