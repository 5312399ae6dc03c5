/**
 * Before a row is removed by its own button: moves the focus to the next row's last button that matches `wanted`, or else
 * to what follows the rows.
 */
export function focusNextRow(button: HTMLElement, wanted = 'button') {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const buttons = neighbour?.querySelectorAll<HTMLElement>(wanted)
  if (buttons?.length) return buttons[buttons.length - 1]?.focus()
  const fields = row?.closest('form')?.querySelectorAll<HTMLElement>('button, input') ?? []
  Array.from(fields)
    .find(one => !row?.contains(one) && Boolean((row?.compareDocumentPosition(one) ?? 0) & FOLLOWING))
    ?.focus()
}

const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING
