import { isTextField, snapshotOf } from '../../ui/text-field.ts'

/** Restores the fields that the keys of a scan have reached; `left` is the value they left there, if known. */
export type FieldUndo = Map<Element, { restore: () => void; left?: string }>

/** Remembers a field's value before the first key of a run reaches it. */
export function saveSnapshot({ undo }: { undo: FieldUndo }, field: Element) {
  if (undo.has(field) || field.getAttribute('role') === 'combobox') return
  const restore = snapshotOf(field)
  if (restore) undo.set(field, { restore })
}

/** Removes a scan's characters from the fields, except from fields saved or emptied since. */
export function restoreFields({ undo }: { undo: FieldUndo }) {
  for (const [field, { restore, left }] of undo) {
    if (left !== undefined && Reflect.get(field, 'value') !== left) continue
    restore()
    // Blurring makes the field format its restored value.
    if (field instanceof HTMLElement && field === document.activeElement && isTextField(field)) field.blur()
  }
}
