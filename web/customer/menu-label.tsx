import { UndecidedBadge } from '../orders/undecided-badge.tsx'
import type { MenuEntry } from '../shell/frame.tsx'

/** The label of a menu entry; the orders' includes how many wait for the user's decision. */
export function MenuLabel({ to, label }: MenuEntry) {
  return (
    <>
      {label}
      {to === '/orders' && <UndecidedBadge />}
    </>
  )
}
