import { type ComponentType, type ReactNode, useState } from 'react'
import { outboxCount } from '../pwa/outbox-counts.ts'
import { toast } from '../ui/toaster.tsx'
import { signOut } from './session-lifecycle.ts'
import type { SignOutDialogProps } from './sign-out-dialog.tsx'

/** Signs out and says `farewell`; if orders of the user wait in this browser, shows `question` first. */
export function useSignOut(farewell = 'Çıkış yapıldı'): { leave: () => void; question: ReactNode } {
  const [Question, setQuestion] = useState<ComponentType<SignOutDialogProps>>()
  const stay = () => setQuestion(undefined)
  const leaveAndNotify = () => {
    signOut()
    toast.success(farewell)
  }
  const leaveOrConfirm = async () => {
    if (outboxCount() === 0) return leaveAndNotify()
    try {
      const { readHasOutboxEntries, SignOutDialog } = await import('./sign-out-dialog.tsx')
      if (await readHasOutboxEntries()) setQuestion(() => SignOutDialog)
      else leaveAndNotify()
    } catch {
      // Offline, the dialog's code may not be loadable, so the native dialog is used.
      if (!outboxCount() || window.confirm(UNSENT)) leaveAndNotify()
    }
  }
  return {
    leave: () => void leaveOrConfirm(),
    question: Question && <Question onStay={stay} onLeave={leaveAndNotify} />,
  }
}

const UNSENT =
  'Bu cihazda gönderilmeyi bekleyen işleminiz var; siz yeniden giriş yapana kadar gönderilmez. Yine de çıkılsın mı?'
