import type { ApiError } from '../api.ts'
import { toast } from '../ui/toaster.tsx'
import type { SendResult } from './send-order.ts'

/** The outcomes after which an entry waits in the outbox. */
export type WaitingResult = Extract<SendResult, { kind: 'session_over' | 'unanswered' }>

/**
 * Shows a toast that an order or a change waits in the outbox, and when it will be sent. `what` is its name in the
 * toast; `showUnanswered` shows that it was sent and may have arrived, with the error if the server responded.
 */
export function notifyWaiting(
  id: string,
  what: string,
  sent: WaitingResult,
  showUnanswered: (error: ApiError | undefined) => void,
) {
  const { error, isSent, isInMemoryOnly } = sent.kind === 'unanswered' ? sent : {}
  if (isInMemoryOnly) toast.warning(`${what} bekliyor; gönderilene kadar bu sayfayı kapatmayın`, { id })
  else if (isSent) showUnanswered(error)
  else {
    const when = sent.kind === 'session_over' ? 'yeniden giriş yapınca' : 'bağlantı gelince'
    toast.info(`${what} bekliyor; ${when} gönderilecek`, { id })
  }
}
