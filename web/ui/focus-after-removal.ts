/** The search field that the `/` key focuses. */
export const SEARCH = 'input[type=search][aria-keyshortcuts]'

/**
 * After a press that removes its own button: moves the focus to the search above the list, or to the page's content if
 * there is none, if the press came from the keyboard. On touch screens, focusing the field would open the on-screen
 * keyboard.
 */
export function focusAfterRemoval({ detail }: { detail: number }) {
  if (detail !== 0) return
  const search = document.querySelector<HTMLElement>(SEARCH)
  if (search) search.focus()
  else document.getElementById('content')?.focus({ preventScroll: true })
}
