import { type ComponentType, type ReactNode, useState } from 'react'
import { outboxCount } from '../pwa/outbox-counts.ts'
import { confirmLeave } from '../ui/leave-guard.ts'
import { toast } from '../ui/toaster.tsx'
import type { LogOutDialogProps } from './log-out-dialog.tsx'
import { logOut } from './session-lifecycle.ts'

/**
 * Logs out and shows the toast `farewell`. Asks first if a form has unsaved changes, and with `question` if orders of
 * the user wait in this browser.
 */
export function useLogOut(farewell = 'Çıkış yapıldı'): { leave: () => void; question: ReactNode } {
  const [Question, setQuestion] = useState<ComponentType<LogOutDialogProps>>()
  const stay = () => setQuestion(undefined)
  const leaveAndNotify = () => {
    logOut()
    toast.success(farewell)
  }
  const leaveOrConfirm = async () => {
    if (outboxCount() === 0) return leaveAndNotify()
    try {
      const { readHasOutboxEntries, LogOutDialog } = await import('./log-out-dialog.tsx')
      if (await readHasOutboxEntries()) setQuestion(() => LogOutDialog)
      else leaveAndNotify()
    } catch {
      // Offline, the dialog's code may not be loadable, so the native dialog is used.
      if (!outboxCount() || window.confirm(UNSENT)) leaveAndNotify()
    }
  }
  return {
    leave: () => {
      if (confirmLeave()) void leaveOrConfirm()
    },
    question: Question && <Question onStay={stay} onLeave={leaveAndNotify} />,
  }
}

const UNSENT =
  'Bu cihazda gönderilmeyi bekleyen işleminiz var; siz yeniden giriş yapana kadar gönderilmez. Yine de çıkılsın mı?'
