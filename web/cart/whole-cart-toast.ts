import { onSessionChange } from '../session.ts'
import { toast } from '../ui/toaster.tsx'
import { keepFillReport } from './fill-report.ts'

/** How long filling, replacing or emptying a cart can be undone, in milliseconds: enough to look at the lines. */
const OFFERED = 12_000

type WholeCartChange = {
  text: string
  undo: () => void
  /** What is not as the user wanted it; makes the toast a warning. */
  remarks?: string | undefined
}

let shown: string | number | undefined

/** Says that a whole cart was filled, replaced or emptied. Its 'Geri al' stays while the user goes on. */
export function toastWholeCart({ text, undo, remarks }: WholeCartChange) {
  withdrawWholeCartUndo()
  shown = toast[remarks ? 'warning' : 'success'](text, {
    ...(remarks && { description: remarks }),
    action: { label: 'Geri al', onClick: undo },
    duration: OFFERED,
    dismissible: false,
  })
}

/** Takes the undo back, and what was reported of it, because the cart is being ordered or its user has gone. */
export function withdrawWholeCartUndo() {
  keepFillReport(undefined)
  if (shown !== undefined) toast.dismiss(shown)
  shown = undefined
}

onSessionChange(withdrawWholeCartUndo)
