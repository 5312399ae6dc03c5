import { PencilLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isPending } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useEndedDraft } from '../forms/unsaved-drafts.ts'
import { Button } from '../ui/button.tsx'
import { changeDrafts } from './change-drafts.ts'

const Dialog = lazy(async () => ({ default: (await import('./change-order-dialog.tsx')).ChangeOrderDialog }))

/** Opens a pending order for changes. If the order ceases to be pending, the dialog remains open and shows that. */
export function ChangeOrder({ order }: { order: Order }) {
  const [nr, setNr] = useState(0)
  const [open, setOpen] = useState(false)
  // An open dialog still offers the changes for a new order.
  useEndedDraft(changeDrafts, order.id, !isPending(order) && !open)
  const begin = () => {
    setNr(nr + 1)
    setOpen(true)
  }
  return (
    <>
      {isPending(order) && (
        <Button icon={PencilLine} onClick={begin}>
          Siparişi değiştir
        </Button>
      )}
      {nr > 0 && (
        <Suspense>
          <Dialog key={nr} order={order} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
