import { SEARCH } from './focus-after-removal.ts'
import { TOASTS } from './toast-positioning.ts'

/**
 * When a button or link disappears after it has been pressed by key, even long after, and nothing else takes the focus,
 * moves it to the dialog or the row of a list that it was in, or to the first control of a row that cannot have it, or
 * to the search or the page's content, without scrolling: the user may have scrolled away since. Loaded with the first
 * user action.
 */

/** What was pressed last, while it has the focus, and the dialog and the row around it. */
let pressed: Element | null = null
let dialog: HTMLElement | null = null
let row: HTMLElement | null = null

const removals = new MutationObserver(() => {
  // A row that the user scrolls out of view is removed, too.
  if (pressed?.isConnected === false) letGo(row?.isConnected === false ? undefined : moveFocus)
})

addEventListener(
  'click',
  ({ detail, target }) => {
    letGo()
    const { activeElement: focused } = document
    if (detail !== 0 || !(target instanceof Element) || !focused?.matches('button, a') || !focused.contains(target))
      return
    // A toast returns the focus to where it was before.
    if (focused.closest(TOASTS)) return
    pressed = focused
    dialog = focused.closest('[role=dialog], [role=alertdialog]')
    row = focused.closest('[data-index]')
    removals.observe(document.body, { childList: true, subtree: true })
  },
  true,
)
addEventListener('focusin', ({ target }) => {
  if (target !== pressed) letGo()
})

function letGo(then?: () => void) {
  removals.disconnect()
  pressed = null
  // The screen that removed it may move the focus when it has been rendered.
  if (then) requestAnimationFrame(() => requestAnimationFrame(then))
}

function moveFocus() {
  const search = document.querySelector<HTMLElement>(SEARCH)
  // A dialog that has closed returns the focus itself.
  const places = [row, row?.querySelector<HTMLElement>('a, button, input'), search, document.getElementById('content')]
  for (const place of dialog ? [dialog] : places) {
    if (document.activeElement !== document.body) return
    place?.focus({ preventScroll: true })
  }
}
