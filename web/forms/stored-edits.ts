import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '../stored-values.ts'
import { storedFields } from './stored-fields.ts'

type StoredEditsOptions<Field extends string> = {
  /** The saved values over which the fields are edited. */
  saved: { readonly [Name in Field]?: unknown }
  /** Whether the user has not yet chosen between an edit and the value that another user has saved. */
  isUndecided: (field: Field) => boolean
  /** Called with those restored fields whose saved value is another one by now, or whose conflict was undecided. */
  onConflict: (fields: readonly Field[]) => void
}

/** `storedFields` for the form of a saved record, so that restored edits do not replace what was saved since. */
export function storedEdits<Values extends FieldValues, Context, Output, Field extends keyof Values & string>(
  form: UseFormReturn<Values, Context, Output>,
  fields: readonly Field[],
  { saved, isUndecided, onConflict }: StoredEditsOptions<Field>,
) {
  const typed = storedFields(form, fields)
  return {
    changed: () => {
      const edits = typed.changed()
      const edited = fields.filter(field => field in edits)
      if (edited.length === 0) return {}
      // Beside the fields, where a browser tab that still runs an earlier version finds them.
      const seen = Object.fromEntries(edited.map(field => [field, saved[field]]))
      return { ...edits, seen, undecided: edited.filter(isUndecided) }
    },
    restore: (stored: Readonly<Record<string, unknown>>) => {
      typed.restore(stored)
      const seen = fieldsOf(stored.seen)
      const undecided: readonly unknown[] = Array.isArray(stored.undecided) ? stored.undecided : []
      const values = form.getValues()
      const changed = fields.filter(
        field => undecided.includes(field) || (field in seen && seen[field] !== saved[field]),
      )
      const conflicting = changed.filter(field => values[field] !== saved[field])
      if (conflicting.length > 0) onConflict(conflicting)
    },
  }
}
