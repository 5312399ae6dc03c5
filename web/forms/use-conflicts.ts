import { useState } from 'react'
import type { FieldConflict } from './conflict-note.tsx'

export type Conflicts<Field extends string> = ReadonlyMap<Field, FieldConflict>

/** Whether the user has not yet chosen between the two values of a field. */
export const isUndecided = (conflicts: Conflicts<string>, field: string) => conflicts.get(field)?.decide !== undefined

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
