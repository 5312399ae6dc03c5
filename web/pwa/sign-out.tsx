import { type ComponentType, type ReactNode, useState } from 'react'
import { leave } from '../parts/session-end.ts'
import { toast } from '../ui/toaster.tsx'
import { heldOrders } from './held-orders.ts'

/** The callbacks of the sign-out dialog. */
export type LeaveQuestionProps = { onStay: () => void; onLeave: () => void }

/** Signs out; if orders of the user wait in this browser, shows `question` first. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const [Question, setQuestion] = useState<ComponentType<LeaveQuestionProps>>()
  const stay = () => setQuestion(undefined)
  const leaveOrConfirm = async () => {
    if (heldOrders() === 0) return leaveAndNotify()
    try {
      const { hasOrders, LeaveQuestion } = await import('./sign-out-question.tsx')
      if (await hasOrders()) setQuestion(() => LeaveQuestion)
      else leaveAndNotify()
    } catch {
      // Offline, the dialog's code may not be loadable; use the native one.
      if (!heldOrders() || window.confirm(UNSENT)) leaveAndNotify()
    }
  }
  return {
    leave: () => void leaveOrConfirm(),
    question: Question && <Question onStay={stay} onLeave={leaveAndNotify} />,
  }
}

const UNSENT =
  'Bu cihazda bekleyen siparişiniz var; çıkış yaparsanız siz yeniden giriş yapana kadar gönderilmez. Yine de çıkılsın mı?'

function leaveAndNotify() {
  leave()
  toast.success('Çıkış yapıldı')
}
