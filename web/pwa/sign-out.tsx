import { type ComponentType, type ReactNode, useState } from 'react'
import { leave } from '../parts/session-end.ts'
import { toast } from '../ui/toaster.tsx'
import { heldOrders } from './held-orders.ts'

/** The answers to the question whether to sign out. */
export type LeaveQuestionProps = { onStay: () => void; onLeave: () => void }

/** Signs out; while orders of the user wait in this browser, `question` says so first. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const [Question, setQuestion] = useState<ComponentType<LeaveQuestionProps>>()
  const stay = () => setQuestion(undefined)
  const leaveOrAsk = async () => {
    if (heldOrders() === 0) return leaveWithWord()
    try {
      const { hasOrders, LeaveQuestion } = await import('./sign-out-question.tsx')
      if (await hasOrders()) setQuestion(() => LeaveQuestion)
      else leaveWithWord()
    } catch {
      // Without a network the question's code may be out of reach; the browser can ask, too.
      if (!heldOrders() || window.confirm(UNSENT)) leaveWithWord()
    }
  }
  return {
    leave: () => void leaveOrAsk(),
    question: Question && <Question onStay={stay} onLeave={leaveWithWord} />,
  }
}

const UNSENT =
  'Bu cihazda bekleyen siparişiniz var; çıkış yaparsanız siz yeniden giriş yapana kadar gönderilmez. Yine de çıkılsın mı?'

function leaveWithWord() {
  leave()
  toast.success('Çıkış yapıldı')
}
