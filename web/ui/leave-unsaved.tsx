import { use, useState } from 'react'
import { ConfirmWindow } from './confirm-window.tsx'
import { AsksByBrowser } from './leave-guard.ts'

type Unsaved = {
  isChanged: boolean
  /** What will be lost: 'Firma bilgilerinde yaptığınız değişiklikler kaybolur.' */
  loss: string
  /** Leaves, and throws away what was typed. */
  onLeave: () => void
}

/** What the browser's own windows ask. */
export const sureToLose = (loss: string) => `${loss} Devam edilsin mi?`

/**
 * Leaves a form, which is asked before what was typed is thrown away. `question` is to be drawn beside the form; it comes
 * with its code, as there may be no network when it is needed.
 */
export function useLeaveUnsaved({ isChanged, loss, onLeave }: Unsaved) {
  const byBrowser = use(AsksByBrowser)
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (isChanged && !byBrowser) setAsking(true)
    else if (!isChanged || window.confirm(sureToLose(loss))) onLeave()
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
