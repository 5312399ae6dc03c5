import { type ReactNode, useState } from 'react'
import { ApiError } from '../api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toaster.tsx'

type CancelOrderProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  question: string
  /** What will be lost. */
  children: ReactNode
  /** Cancels the order and shows a message; rejects with an `ApiError`. */
  cancel: () => Promise<void>
  /** Called after the server rejected it: the order's state has changed. */
  onRefused: () => Promise<void>
}

/** Confirms an order's cancellation; each audience passes its own texts and call. */
export function CancelOrderDialog({ open, onOpenChange, question, children, cancel, onRefused }: CancelOrderProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await cancel()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      await onRefused()
    } finally {
      setBusy(false)
      onOpenChange(false)
    }
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
