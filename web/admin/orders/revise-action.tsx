import { PencilLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isPending } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useEndedDraft } from '../../forms/unsaved-drafts.ts'
import { revisionDrafts } from '../../orders/revision-drafts.ts'
import { useWaitingChanges } from '../../pwa/waiting-changes.ts'
import { Button } from '../../ui/button.tsx'

// Loaded when it is opened.
const ReviseOrder = lazy(async () => ({ default: (await import('../../orders/revise-order.tsx')).ReviseOrder }))

/** The button that revises a pending order; disabled while a revision of the order waits to be sent. */
export function ReviseAction({ order }: { order: Order }) {
  const [opened, setOpened] = useState(0)
  const [open, setOpen] = useState(false)
  const isWaiting = useWaitingChanges('revision').some(({ change }) => change.order_id === order.id)
  useEndedDraft(revisionDrafts, order.id, !isPending(order))
  const begin = () => {
    setOpened(opened + 1)
    setOpen(true)
  }
  return (
    <>
      {isPending(order) && (
        <Button icon={PencilLine} disabled={isWaiting} onClick={begin}>
          {isWaiting ? 'Revizyon gönderilmeyi bekliyor' : 'Revize et'}
        </Button>
      )}
      {opened > 0 && (
        <Suspense>
          <ReviseOrder key={opened} order={order} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
