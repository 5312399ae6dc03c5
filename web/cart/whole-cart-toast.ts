import { onSessionChange } from '../current-session.ts'
import { toast } from '../ui/toaster.tsx'
import { type CartOwner, openCart } from './cart.ts'
import { dropFillReport, keepFillReport } from './fill-report.ts'

/** How long filling, replacing or emptying a cart can be undone, in milliseconds: enough to check the lines. */
const OFFERED = 12_000

type WholeCartChange = {
  text: string
  undo: () => void
  /** How the result differs from what the user wanted; makes the toast a warning. */
  remarks?: string | undefined
}

let shown: { id: string | number; owner: CartOwner } | undefined

/**
 * Shows that a whole cart was filled, replaced or emptied. The next actions of the user do not dismiss its 'Geri al'.
 */
export function toastWholeCart({ text, undo, remarks }: WholeCartChange) {
  withdrawWholeCartUndo()
  const id = toast[remarks ? 'warning' : 'success'](text, {
    ...(remarks && { description: remarks }),
    action: { label: 'Geri al', onClick: undo },
    duration: OFFERED,
    dismissible: false,
  })
  shown = { id, owner: openCart() }
}

/** Withdraws the undo and the fill report of a cart that is being ordered. */
export function withdrawUndoOf(owner: CartOwner) {
  dropFillReport(owner)
  if (shown?.owner === owner) dismissShown()
}

/** Withdraws the undo and the fill report, when another one follows or the user logs out. */
export function withdrawWholeCartUndo() {
  keepFillReport(undefined)
  dismissShown()
}

function dismissShown() {
  if (shown) toast.dismiss(shown.id)
  shown = undefined
}

onSessionChange(withdrawWholeCartUndo)
