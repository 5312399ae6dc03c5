import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CancelReasonField } from './cancel-reason.tsx'

type CancelOrderProps = {
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
export function CancelOrderDialog({ open, onOpenChange, question, children, cancel, busy }: CancelOrderProps) {
  const [reason, setReason] = useState('')
  const confirm = async () => {
    await cancel(reason)
    onOpenChange(false)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={question}
      fields={<CancelReasonField value={reason} onChange={setReason} />}
      confirm="Siparişi iptal et"
      danger
      busy={busy}
      onConfirm={() => void confirm()}
    >
      {children}
    </ConfirmDialog>
  )
}
