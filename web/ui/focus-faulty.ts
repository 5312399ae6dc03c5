/**
 * Focuses the first invalid quantity or date within a form or the page, and returns whether there is one: its text must
 * not lead to saving the previous value. `quantities` selects the quantities; dates, of which there may be others than
 * beside these, explain their faults themselves.
 */
export function focusFaulty(within: ParentNode, quantities = 'fieldset [aria-invalid]'): boolean {
  const faulty = within.querySelector<HTMLElement>(`${quantities}, [data-date=faulty]`)
  faulty?.focus()
  return faulty !== null
}
