import { endSessionsOf } from '#contract/account-security.ts'
import { useRecentLoginCommand } from '../../session/recent-login.ts'
import { toast } from '../../ui/toaster.tsx'

/** Ends all sessions of a customer or a marketer, after the user confirmed. */
export function useEndSessions() {
  const { run } = useRecentLoginCommand(endSessionsOf, {
    againWhenLost: true,
    showError: ({ isUnanswered, message }) => window.alert(isUnanswered ? UNANSWERED : message),
  })
  const confirmAndEnd = async ({ id, name }: Account) => {
    if (!window.confirm(`${name} kullanıcısının bütün oturumları kapatılsın mı?\n\nYeniden giriş yapması gerekir.`))
      return
    const reply = await run({ params: { id } })
    // Zero if none was open, or if a previous request whose reply was lost has ended them.
    if (reply) toast.success(reply.ended_sessions > 0 ? reply.message : 'Açık oturumu yok', { description: name })
  }
  return (account: Account) => void confirmAndEnd(account)
}

type Account = { id: string; name: string }

const UNANSWERED = 'Cevap alınamadı: oturumların kapanıp kapanmadığı bilinmiyor. Yeniden deneyin.'
