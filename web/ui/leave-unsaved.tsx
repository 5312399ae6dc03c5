import { use, useState } from 'react'
import { ConfirmWindow } from './confirm-window.tsx'
import { AsksByBrowser, mayLose } from './leave-guard.ts'

type Unsaved = {
  isChanged: boolean
  /** A sentence that names what will be lost. */
  loss: string
  /** Leaves, and throws away what was typed. */
  onLeave: () => void
}

/**
 * Leaves a form, which is asked before what was typed is thrown away. `question` is to be drawn beside the form; it comes
 * with its code, as there may be no network when it is needed.
 */
export function useLeaveUnsaved({ isChanged, loss, onLeave }: Unsaved) {
  const byBrowser = use(AsksByBrowser)
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (isChanged && !byBrowser) setAsking(true)
    else if (!isChanged || mayLose(loss)) onLeave()
  }
  const question = (
    <ConfirmWindow
      open={asking}
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
    </ConfirmWindow>
  )
  return { leave, question }
}
