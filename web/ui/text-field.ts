/** A field in which text stands at a place that a program can see and change. */
export type TextField = HTMLInputElement | HTMLTextAreaElement

const TYPES = new Set(['text', 'search', 'tel', 'url', 'password'])

export const isTextField = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && TYPES.has(element.type))

/** Types a text into a field in place of what is selected there, as the keyboard would. */
export function typeInto(field: TextField, text: string) {
  if (field.readOnly || field.disabled || !field.isConnected) return
  // The only way that keeps the browser's own undo; it works where the focus is.
  if (document.activeElement === field && document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** Keeps what a field holds, and answers how to put that back; nothing where there is no field. */
export function snapshotOf(field: Element): (() => void) | undefined {
  const prototype = prototypeOf(field)
  if (!prototype) return undefined
  const value: unknown = Reflect.get(field, 'value')
  return () => {
    if (Reflect.get(field, 'value') === value) return
    // React learns of a change by the browser's own setter and event only.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
}

function prototypeOf(field: Element) {
  if (field instanceof HTMLInputElement) return HTMLInputElement.prototype
  if (field instanceof HTMLTextAreaElement) return HTMLTextAreaElement.prototype
  return field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : undefined
}
