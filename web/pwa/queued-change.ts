import { type ShowError, useAction } from '../action.ts'
import { ApiError } from '../api.ts'
import { session } from '../current-session.ts'
import { invalidate } from '../queries.ts'
import { toast } from '../ui/toaster.tsx'
import type { Change, ChangeReply } from './change-draft.ts'
import { notifyWaiting } from './notify-waiting.ts'
import { submitChange, WAITING_CHANGE_TOAST } from './outbox.ts'
// Imported statically, so that it is loaded with the form: it could not be loaded when the form is sent offline.
import { resourcesOf } from './send-change.ts'
import type { SendResult } from './send-order.ts'

type QueuedChangeOptions = {
  showError: ShowError<unknown>
  /** The name of the change in toasts: 'Revizyon'. */
  what: string
  /** Called with the server's reply. */
  onReply: (reply: ChangeReply) => unknown
  /** Called when the change waits in the outbox, after a toast about it was shown. */
  onWaiting: () => unknown
}

/**
 * Sends a change through the outbox: it is stored first, and waits there if the server does not reply. `run` resolves
 * to `changed` or `waiting`, or to `undefined` after a refusal, which is shown as `showError` specifies and leaves
 * nothing in the outbox.
 */
export function useQueuedChange({ showError, what, onReply, onWaiting }: QueuedChangeOptions) {
  const { run, pending } = useAction<Submitted, SendResult>(submit, {
    showError,
    onReply: async (sent, { change }) => {
      if (sent.kind === 'changed') {
        await onReply(sent.reply)
        void invalidate(resourcesOf(change))
        return
      }
      notify(what, sent)
      await onWaiting()
    },
  })
  return {
    /** `onStored` is called once the change is stored, before it is sent. */
    run: async (change: Change, how?: typeof showError, onStored?: () => void) => {
      const sent = await run({ change, onStored }, how)
      return sent && (sent.kind === 'changed' ? 'changed' : 'waiting')
    },
    pending,
  }
}

type Submitted = { change: Change; onStored: (() => void) | undefined }

async function submit({ change, onStored }: Submitted): Promise<SendResult> {
  const user_id = session()?.user.id
  if (user_id === undefined) return { kind: 'session_over' }
  const sent = await submitChange(user_id, change, onStored)
  if (sent.kind === 'refused') {
    // The screen may have been out of date.
    void invalidate(resourcesOf(change))
    throw sent.error
  }
  if (sent.kind === 'not_sent') throw new ApiError(0, sent.refusal.code, sent.refusal.sentence)
  return sent
}

function notify(what: string, sent: SendResult) {
  if (sent.kind === 'arrived_unidentified') toast.success(`${what} ulaştı`)
  if (sent.kind === 'not_visible') toast.info(`${what} ulaştı; artık görüntülenemiyor`)
  if (sent.kind !== 'unanswered' && sent.kind !== 'session_over') return
  notifyWaiting(WAITING_CHANGE_TOAST, what, sent, error => {
    const outlook = `${what} bu cihazda bekliyor; kendiliğinden yeniden gönderilecek ve iki kez kaydedilmeyecek.`
    const [title, description] = error ? [error.message, `Cevap alınamadı. ${outlook}`] : ['Cevap alınamadı', outlook]
    toast.warning(title, { id: WAITING_CHANGE_TOAST, description })
  })
}
