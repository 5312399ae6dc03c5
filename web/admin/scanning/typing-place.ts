import { isTextField } from '../../ui/text-field.ts'

/** Whether an element is an input for quantities or other numbers; neither a date nor a barcode is a number. */
export const isNumericField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement &&
  element.inputMode === 'numeric' &&
  isTextField(element) &&
  !element.matches('[data-date], [data-barcode]')

/** The quantity field clicked since the last scan: text typed there is meant for that field and not typed ahead. */
let clickedQuantity: Element | undefined

/** Remembers a click into a quantity field, until the next click or scan. */
export function rememberClick(target: EventTarget | null) {
  clickedQuantity = target instanceof Element && isNumericField(target) ? target : undefined
}

/** Marks the content of a dialog that asks about a scanned product: digits typed there are meant for that product. */
export const TAKES_TYPED_AHEAD = { 'data-takes-typed-ahead': '' }

/** Whether digits typed at the target may be meant for a product that is not shown yet. */
export function takesTypedAhead(target: Element): boolean {
  const dialog = target.closest('[role=dialog], [role=alertdialog]')
  if (dialog) return dialog.querySelector('[data-takes-typed-ahead]') !== null
  return target === document.body || (target !== clickedQuantity && (isNumericField(target) || isEmptyCombobox(target)))
}

/** Blurs the field that would receive text typed after a scan, unless the user has clicked it since. */
export function leaveField() {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && takesTypedAhead(activeElement)) activeElement.blur()
}

const isEmptyCombobox = (target: Element) =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' && target.value === ''
