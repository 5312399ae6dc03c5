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
  /** Cancels it and says so; a refusal is thrown. */
  cancel: () => Promise<void>
  /** The server refused: the order is not what it was taken for. */
  onRefused: () => Promise<void>
}

/** Asks once more before an order is cancelled; each audience has its own words and call. */
export function CancelOrderDialog({ open, onOpenChange, question, children, cancel, onRefused }: CancelOrderProps) {
  const [busy, setBusy] = useState(false)
  const go = async () => {
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
      onConfirm={() => void go()}
    >
      {children}
    </ConfirmDialog>
  )
}
