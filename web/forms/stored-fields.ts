import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '../stored-values.ts'
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
        fields.filter(field => values[field] !== initialOf(field)).map(field => [field, toStored(values[field])]),
      )
    },
    restore: (stored: StoredFields) => {
      const values = form.getValues()
      const typed = fields.filter(field => field in stored).map(field => [field, fromStored(stored[field])] as const)
      const kept = Object.fromEntries(typed.filter(([field, value]) => isSameKind(value, values[field])))
      form.reset({ ...values, ...kept }, { keepDefaultValues: true })
    },
  }
}

/** Stands in the storage for the `NaN` of a text that is not a number, as JSON has `null` for it. */
const NOT_A_NUMBER = { not_a_number: true }

const toStored = (value: unknown) => (Number.isNaN(value) ? NOT_A_NUMBER : value)

const fromStored = (stored: unknown) => (fieldsOf(stored)['not_a_number'] === true ? Number.NaN : stored)

/** Whether a stored value can replace a field's value; `null` stands for a removed picture or an emptied number. */
const isSameKind = (stored: unknown, value: unknown) =>
  typeof stored === typeof value ||
  value === null ||
  value === undefined ||
  (stored === null && (typeof value === 'string' || typeof value === 'number'))
