import { type ReactNode, useState } from 'react'
import { isPending } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { ApiError } from '../api.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toaster.tsx'
import { CancelReasonField } from './cancel-reason.tsx'
import { statusLabel } from './order-status.tsx'

type CancelOrderProps = {
  /** The current state of the order: the dialog shows it when the order is no longer pending. */
  order: Pick<Order, 'id' | 'status'>
  open: boolean
  onOpenChange: (open: boolean) => void
  question: string
  /** What will be lost. */
  children: ReactNode
  /** Cancels the order for this reason, '' if none was given; resolves after the outcome or `showError` was shown. */
  cancel: (reason: string, showError: (error: ApiError) => void) => Promise<unknown>
  busy: boolean
}

/**
 * Confirms the cancellation of an order, which needs a network, with a reason; each audience passes its texts and call.
 */
export function CancelOrderDialog(props: CancelOrderProps) {
  const { order, open, onOpenChange, question, children, busy } = props
  const [reason, setReason] = useState('')
  const { sent, confirm } = useConfirmation(props)
  const online = useOnline()
  const isLost = !sent && !isPending(order)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={question}
      fields={<CancelReasonField order_id={order.id} value={reason} onChange={setReason} />}
      confirm="Siparişi iptal et"
      danger
      busy={busy}
      isRefused={!online}
      lost={
        isLost ? `Sipariş bu arada değişti, durumu: ${statusLabel(order.status)}. Artık iptal edilemez.` : undefined
      }
      onConfirm={() => void confirm(reason)}
    >
      {children}
      {sent?.isUnanswered && <p className="mt-2 font-medium text-ink">{UNANSWERED}</p>}
      <NoConnection className="mt-2">İptal için bağlantı gerekir.</NoConnection>
    </ConfirmDialog>
  )
}

const UNANSWERED = 'Cevap alınamadı: siparişin iptal edilip edilmediği bilinmiyor. Yeniden deneyin; iki kez uygulanmaz.'

/** The reason that was sent, and whether its outcome is unknown. */
type Sent = { reason: string; isUnanswered?: boolean }

/**
 * Sends the cancellation, and closes the dialog with the server's decision. From `sent` until then, an order that is no
 * longer pending may be this cancellation.
 */
function useConfirmation({ order, open, onOpenChange, cancel }: CancelOrderProps) {
  const [sent, setSent] = useState<Sent>()
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setSent(undefined)
  }
  const confirm = async (typed: string) => {
    // A repetition must be the same request, with the same idempotency key, to get the first one's outcome as the
    // reply.
    const reason = isPending(order) ? typed : (sent?.reason ?? typed)
    const errors: ApiError[] = []
    setSent({ reason })
    await cancel(reason, error => errors.push(error))
    const [error] = errors
    if (error) toast.error(error.message)
    // 429 says nothing about an earlier attempt without a reply. `isOutcomeUnknown` would enlarge first visits.
    if (error?.isUnanswered || (sent?.isUnanswered && error?.status === 429)) setSent({ reason, isUnanswered: true })
    else onOpenChange(false)
  }
  return { sent, confirm }
}
