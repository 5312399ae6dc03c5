import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '../stored-values.ts'
import { storedFields } from './use-stored-form.ts'

/**
 * `storedFields` for the form of a saved record, with the values over which the fields were typed. Calls `onConflict`
 * with those restored fields whose saved value, in `saved`, is another one by now.
 */
export function storedEdits<Values extends FieldValues, Context, Output, Field extends keyof Values & string>(
  form: UseFormReturn<Values, Context, Output>,
  fields: readonly Field[],
  saved: { readonly [Name in Field]?: unknown },
  onConflict: (fields: readonly Field[]) => void,
) {
  const typed = storedFields(form, fields)
  return {
    changed: () => {
      const edits = typed.changed()
      const edited = fields.filter(field => field in edits)
      // Beside the fields, where a browser tab that still runs an earlier version finds them.
      return edited.length > 0 ? { ...edits, seen: Object.fromEntries(edited.map(field => [field, saved[field]])) } : {}
    },
    restore: (stored: Readonly<Record<string, unknown>>) => {
      typed.restore(stored)
      const seen = fieldsOf(stored.seen)
      const values = form.getValues()
      const changed = fields.filter(field => field in seen && seen[field] !== saved[field])
      const conflicting = changed.filter(field => values[field] !== saved[field])
      if (conflicting.length > 0) onConflict(conflicting)
    },
  }
}
