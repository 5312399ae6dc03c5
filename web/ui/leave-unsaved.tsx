import { useEffect } from 'react'
import { ConfirmWindow } from './confirm-window.tsx'

type LeaveUnsavedProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Leaving was confirmed. */
  onLeave: () => void
  /** What will be lost: 'Firma bilgilerinde yaptığınız değişiklikler kaybolur.' */
  children: string
}

/** Asks before what was typed is thrown away. It comes with its form: there may be no network when it is needed. */
export function LeaveUnsaved({ open, onOpenChange, onLeave, children }: LeaveUnsavedProps) {
  return (
    <ConfirmWindow
      open={open}
      onOpenChange={onOpenChange}
      title="Değişiklikler kaydedilmeden kapatılsın mı?"
      confirm="Kaydetmeden kapat"
      cancel="Düzenlemeye dön"
      danger
      onConfirm={onLeave}
    >
      {children}
    </ConfirmWindow>
  )
}

/** While there is something to lose, the browser asks before it leaves the page. */
export function useAskedBeforeUnload(isChanged: boolean) {
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}
