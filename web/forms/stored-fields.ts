import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { StoredFields } from './use-stored-form.ts'

/** `changed` and `restore` for some fields of a form: text, numbers, flags. Passwords and codes must be left out. */
export function storedFields<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  fields: readonly (keyof Values & string)[],
) {
  return {
    changed: () => {
      const values = form.getValues()
      const initialOf = (field: string): unknown => Reflect.get(form.formState.defaultValues ?? {}, field)
      return Object.fromEntries(
        fields
          .filter(field => values[field] !== initialOf(field))
          .map(field => [field, typed(values[field], initialOf(field))]),
      )
    },
    restore: (stored: StoredFields) => {
      const values = form.getValues()
      const typedIn = (field: keyof Values & string) => restored(stored[field], values[field])
      const fitting = fields.filter(field => field in stored && isSameKind(typedIn(field), values[field]))
      const kept = Object.fromEntries(fitting.map(field => [field, typedIn(field)]))
      form.reset({ ...values, ...kept }, { keepDefaultValues: true })
    },
  }
}

/** A value to be stored: '' for an emptied number, as JSON has `null` for the `NaN` of a text that is not a number. */
const typed = (value: unknown, initial: unknown) => (value === null && typeof initial === 'number' ? '' : value)

/** A stored value in a form where the field has `value`. */
function restored(stored: unknown, value: unknown): unknown {
  if (stored === '' && (value === null || typeof value === 'number')) return null
  return stored === null && typeof value === 'number' ? Number.NaN : stored
}

/** Whether a stored value can replace a field's value; `null` stands for a removed picture or an emptied number. */
const isSameKind = (stored: unknown, value: unknown) =>
  typeof stored === typeof value ||
  value === null ||
  value === undefined ||
  (stored === null && (typeof value === 'string' || typeof value === 'number'))
