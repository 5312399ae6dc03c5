import { type ReactNode, useState } from 'react'
import { isPending, ORDER_STATUS } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CancelReasonField } from './cancel-reason.tsx'

type CancelOrderProps = {
  /** The order as it is now: the dialog says so when it has ceased to be pending. */
  order: Pick<Order, 'status'>
  open: boolean
  onOpenChange: (open: boolean) => void
  question: string
  /** What will be lost. */
  children: ReactNode
  /** Cancels the order for this reason, '' if none was given; resolves after the outcome was shown. */
  cancel: (reason: string) => Promise<unknown>
  busy: boolean
}

/** Confirms an order's cancellation and asks why; each audience passes its own texts and call. */
export function CancelOrderDialog(props: CancelOrderProps) {
  const { order, open, onOpenChange, question, children, cancel, busy } = props
  const [reason, setReason] = useState('')
  // Its own cancellation is no news.
  const [isSent, setSent] = useState(false)
  const confirm = async () => {
    setSent(true)
    await cancel(reason)
    onOpenChange(false)
    setSent(false)
  }
  const isLost = !isSent && !isPending(order)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={question}
      fields={<CancelReasonField value={reason} onChange={setReason} />}
      confirm="Siparişi iptal et"
      danger
      busy={busy}
      lost={
        isLost
          ? `Sipariş bu arada değişti, durumu: ${ORDER_STATUS[order.status].label}. Artık iptal edilemez.`
          : undefined
      }
      onConfirm={() => void confirm()}
    >
      {children}
    </ConfirmDialog>
  )
}
