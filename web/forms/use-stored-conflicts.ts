import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { storedEdits } from './stored-edits.ts'
import { type Conflicts, isUndecided, useConflicts } from './use-conflicts.ts'
import { useStoredForm } from './use-stored-form.ts'

type StoredConflictsOptions<Field extends string> = {
  /** As in `useStoredForm`. */
  name: string
  title: string
  /** The saved texts over which the fields are edited. */
  saved: { readonly [Name in Field]: string }
  /** Puts the saved text into the form. */
  takeTheirs: (field: Field) => void
}

/**
 * Stores the half-filled form of a saved record, as `useStoredForm` does. Returns the fields that another user has
 * changed by the time when it is filled in again, until the user has chosen.
 */
export function useStoredConflicts<Values extends FieldValues, Field extends FieldPath<Values> & keyof Values>(
  form: UseFormReturn<Values>,
  fields: readonly Field[],
  { name, title, saved, takeTheirs }: StoredConflictsOptions<Field>,
): Conflicts<Field> {
  const { conflicts, show } = useConflicts<Field>()
  useStoredForm({
    name,
    title,
    ...storedEdits(form, fields, {
      saved,
      isUndecided: field => isUndecided(conflicts, field),
      onConflict: changed =>
        show({
          changed,
          isEdited: () => true,
          theirs: field => saved[field] || 'boş',
          takeTheirs,
          focus: field => form.setFocus(field),
        }),
    }),
  })
  return conflicts
}
