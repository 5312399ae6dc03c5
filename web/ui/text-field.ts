/** A field whose text selection can be read and changed. */
export type TextField = HTMLInputElement | HTMLTextAreaElement

const TYPES = new Set(['text', 'search', 'tel', 'url', 'password'])

export const isTextField = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && TYPES.has(element.type))

/** Inserts text at a field's selection, as the keyboard would. */
export function typeInto(field: TextField, text: string) {
  if (field.readOnly || field.disabled || !field.isConnected) return
  // Keeps the browser's undo history, but works only in the focused field.
  if (document.activeElement === field && document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** Saves a field's value and returns a function that restores it; `undefined` if it is not a field. */
export function snapshotOf(field: Element): (() => void) | undefined {
  const prototype = prototypeOf(field)
  if (!prototype) return undefined
  const value: unknown = Reflect.get(field, 'value')
  return () => {
    if (Reflect.get(field, 'value') === value) return
    // React notices a change only through the native setter and an event.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
}

function prototypeOf(field: Element) {
  if (field instanceof HTMLInputElement) return HTMLInputElement.prototype
  if (field instanceof HTMLTextAreaElement) return HTMLTextAreaElement.prototype
  return field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : undefined
}
