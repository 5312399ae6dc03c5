import type { ApiError } from '../api.ts'
import { toast } from '../ui/toaster.tsx'
import type { SendResult } from './send-order.ts'

/** The outcomes after which an entry waits in the outbox. */
export type WaitingResult = Extract<SendResult, { kind: 'session_over' | 'unanswered' }>

/**
 * Shows a toast that an order or a change waits in the outbox, and when it will be sent. `what` is its name in the
 * toast; `showError` shows the error if there was one although the device is connected.
 */
export function notifyWaiting(id: string, what: string, sent: WaitingResult, showError: (error: ApiError) => void) {
  const { error, isInMemoryOnly } = sent.kind === 'unanswered' ? sent : {}
  if (isInMemoryOnly) toast.warning(`${what} bekliyor; gönderilene kadar bu sayfayı kapatmayın`, { id })
  else if (error && navigator.onLine) showError(error)
  else {
    const when = sent.kind === 'session_over' ? 'yeniden giriş yapınca' : 'bağlantı gelince'
    toast.info(`${what} bekliyor; ${when} gönderilecek`, { id })
  }
}
