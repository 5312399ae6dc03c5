import { useState } from 'react'
import type { FieldConflict } from './conflict-note.tsx'

export type Conflicts<Field extends string> = ReadonlyMap<Field, FieldConflict>

/** Whether the user has not yet chosen between the two values of a field. */
export const isUndecided = (conflicts: Conflicts<string>, field: string) => conflicts.get(field)?.decide !== undefined

type Adopted<Field extends string> = {
  /** The fields for which another user has saved another value since they were shown. */
  newer: readonly Field[]
  /** The fields that were edited here, and those whose typed value is not the saved one: as keys. */
  edited: object
  differing: object
  /** The conflicts so far. */
  conflicts: Conflicts<string>
}

/** The fields to show after a refusal: a field that has the same value here is no conflict, an undecided one stays. */
export const conflictsAfter = <Field extends string>(
  fields: readonly Field[],
  { newer, edited, differing, conflicts }: Adopted<Field>,
) =>
  fields.filter(field =>
    newer.includes(field)
      ? !(field in edited) || field in differing
      : field in differing && isUndecided(conflicts, field),
  )

type Found<Field extends string> = {
  /** The fields that another user has changed. */
  changed: readonly Field[]
  /** Whether a field was edited here, so that the user chooses between the two values. */
  isEdited: (field: Field) => boolean
  /** The saved value, as it is shown. */
  theirs: (field: Field) => string
  /** Puts the saved value into the form. */
  takeTheirs: (field: Field) => void
  /** Focuses the field, because the button that had the focus is removed. */
  focus: (field: Field) => void
}

/** The fields of a form that another user has changed since it was filled, until the user has chosen. */
export function useConflicts<Field extends string>() {
  const [conflicts, setConflicts] = useState<Conflicts<Field>>(new Map())
  const show = ({ changed, isEdited, theirs, takeTheirs, focus }: Found<Field>) => {
    const settle = (field: Field) => {
      setConflicts(open => new Map([...open].filter(([other]) => other !== field)))
      focus(field)
    }
    const conflictAt = (field: Field): FieldConflict => ({
      theirs: theirs(field),
      decide: isEdited(field)
        ? {
            takeTheirs: () => {
              takeTheirs(field)
              settle(field)
            },
            keepMine: () => settle(field),
          }
        : undefined,
    })
    setConflicts(new Map(changed.map(field => [field, conflictAt(field)])))
  }
  return { conflicts, show, clear: () => setConflicts(new Map()) }
}
