import { use, useState } from 'react'
import { ConfirmDialogContent } from './confirm-dialog-content.tsx'
import { confirmLoss, UsesNativeConfirm } from './leave-guard.ts'

type Unsaved = {
  isChanged: boolean
  /** A sentence that names what will be lost. */
  loss: string
  /** Closes the form and discards its changes. */
  onLeave: () => void
}

/**
 * Closes a form, after a confirmation if it has unsaved changes. Render `question` beside the form; it is not loaded
 * lazily, as the device may be offline when it is needed.
 */
export function useLeaveUnsaved({ isChanged, loss, onLeave }: Unsaved) {
  const usesNativeConfirm = use(UsesNativeConfirm)
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    if (isChanged && !usesNativeConfirm) setAsking(true)
    else if (!isChanged || confirmLoss(loss)) onLeave()
  }
  const question = (
    <ConfirmDialogContent
      open={isAsking}
      onOpenChange={setAsking}
      title="Değişiklikler kaydedilmeden kapatılsın mı?"
      confirm="Kaydetmeden kapat"
      cancel="Düzenlemeye dön"
      danger
      onConfirm={() => {
        setAsking(false)
        onLeave()
      }}
    >
      {loss}
    </ConfirmDialogContent>
  )
  return { leave, question }
}
