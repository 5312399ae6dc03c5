/**
 * Focuses the first invalid quantity or date of a form, and returns whether there is one: its text must not lead to
 * saving the previous value. `quantities` selects the quantities; a date field explains its fault itself.
 */
export function focusFaulty(form: ParentNode, quantities = 'fieldset [aria-invalid]'): boolean {
  const faulty = form.querySelector<HTMLElement>(`${quantities}, [data-date=faulty]`)
  faulty?.focus()
  return faulty !== null
}
