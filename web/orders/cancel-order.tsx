import { type ReactNode, useState } from 'react'
import { isPending, ORDER_STATUS } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { ApiError } from '../api.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toaster.tsx'
import { CancelReasonField } from './cancel-reason.tsx'

type CancelOrderProps = {
  /** The order as it is now: the dialog says so when it has ceased to be pending. */
  order: Pick<Order, 'status'>
  open: boolean
  onOpenChange: (open: boolean) => void
  question: string
  /** What will be lost. */
  children: ReactNode
  /** Cancels the order for this reason, '' if none was given; resolves after the outcome or `showError` was shown. */
  cancel: (reason: string, showError: (error: ApiError) => void) => Promise<unknown>
  busy: boolean
}

/** Confirms an order's cancellation, which needs a network, and asks why; each audience passes its own texts and call. */
export function CancelOrderDialog(props: CancelOrderProps) {
  const { order, open, onOpenChange, question, children, cancel, busy } = props
  const [reason, setReason] = useState('')
  // Its own cancellation is no news.
  const [isSent, setSent] = useState(false)
  const online = useOnline()
  const confirm = async () => {
    setSent(true)
    // Without the server's decision, the question and the reason stay, to be sent again.
    let isDecided = true
    await cancel(reason, error => {
      toast.error(error.message)
      isDecided = error.isDecision
    })
    if (isDecided) onOpenChange(false)
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
      isRefused={!online}
      lost={
        isLost
          ? `Sipariş bu arada değişti, durumu: ${ORDER_STATUS[order.status].label}. Artık iptal edilemez.`
          : undefined
      }
      onConfirm={() => void confirm()}
    >
      {children}
      <NoConnection className="mt-2">İptal için bağlantı gerekir.</NoConnection>
    </ConfirmDialog>
  )
}
