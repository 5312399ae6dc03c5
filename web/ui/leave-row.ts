import { SEARCH } from './row-focus.ts'

/**
 * Before a row is removed by its own button: moves the focus to the next row's button, or else to what follows the
 * rows.
 */
export function leaveRow(button: HTMLElement) {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const buttons = neighbour?.querySelectorAll<HTMLElement>('button')
  if (buttons?.length) return buttons[buttons.length - 1]?.focus()
  const fields = row?.closest('form')?.querySelectorAll<HTMLElement>('button, input') ?? []
  Array.from(fields)
    .find(one => !row?.contains(one) && Boolean((row?.compareDocumentPosition(one) ?? 0) & FOLLOWING))
    ?.focus()
}

const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING

/**
 * After a press that removes its own button: moves the focus to the search above the list if the press came from the
 * keyboard. On touch screens, focusing the field would open the on-screen keyboard.
 */
export function leaveRemoved({ detail }: { detail: number }) {
  if (detail === 0) document.querySelector<HTMLElement>(SEARCH)?.focus()
}
