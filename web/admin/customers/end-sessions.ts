import { endSessionsOf } from '#contract/account-security.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { withRecentLogin } from '../../session/recent-login.ts'
import { toast } from '../../ui/toaster.tsx'

/** Ends all sessions of a customer or a marketer, after the user confirmed. */
export function useEndSessions() {
  const { run } = useAction(
    async ({ id, name }: { id: string; name: string }) => {
      if (!window.confirm(`${name} kullanıcısının bütün oturumları kapatılsın mı?\n\nYeniden giriş yapması gerekir.`))
        return
      const send = () => sendAgainIfLost(() => request(endSessionsOf, { params: { id } }))
      const reply = await withRecentLogin(endSessionsOf, send)
      // Zero if none was open, or if a previous request whose reply was lost has ended them.
      if (reply) toast.success(reply.ended_sessions > 0 ? reply.message : 'Açık oturumu yok', { description: name })
    },
    {
      showError: ({ isOffline, message }) => window.alert(isOffline ? UNANSWERED : message),
      targetOf: ({ id }) => id,
    },
  )
  return ({ id, name }: { id: string; name: string }) => void run({ id, name })
}

const UNANSWERED = 'Cevap alınamadı: oturumların kapanıp kapanmadığı bilinmiyor. Yeniden deneyin.'
