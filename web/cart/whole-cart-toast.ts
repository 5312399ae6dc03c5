import { onSessionChange } from '../current-session.ts'
import { toast } from '../ui/toaster.tsx'
import { keepFillReport } from './fill-report.ts'

/** How long filling, replacing or emptying a cart can be undone, in milliseconds: enough to check the lines. */
const OFFERED = 12_000

type WholeCartChange = {
  text: string
  undo: () => void
  /** How the result differs from what the user wanted; makes the toast a warning. */
  remarks?: string | undefined
}

let shown: string | number | undefined

/**
 * Shows that a whole cart was filled, replaced or emptied. The next actions of the user do not dismiss its 'Geri al'.
 */
export function toastWholeCart({ text, undo, remarks }: WholeCartChange) {
  withdrawWholeCartUndo()
  shown = toast[remarks ? 'warning' : 'success'](text, {
    ...(remarks && { description: remarks }),
    action: { label: 'Geri al', onClick: undo },
    duration: OFFERED,
    dismissible: false,
  })
}

/** Withdraws the undo and the fill report, when the cart is being ordered or its user logs out. */
export function withdrawWholeCartUndo() {
  keepFillReport(undefined)
  if (shown !== undefined) toast.dismiss(shown)
  shown = undefined
}

onSessionChange(withdrawWholeCartUndo)
