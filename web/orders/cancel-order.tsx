import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type CancelOrderProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  question: string
  /** What will be lost. */
  children: ReactNode
  /** Cancels the order; resolves after the outcome was shown. */
  cancel: () => Promise<unknown>
  busy: boolean
}

/** Confirms an order's cancellation; each audience passes its own texts and call. */
export function CancelOrderDialog({ open, onOpenChange, question, children, cancel, busy }: CancelOrderProps) {
  const confirm = async () => {
    await cancel()
    onOpenChange(false)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={question}
      confirm="Siparişi iptal et"
      danger
      busy={busy}
      onConfirm={() => void confirm()}
    >
      {children}
    </ConfirmDialog>
  )
}
