import { endSessionsOf } from '#contract/account-security.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { withRecentLogin } from '../../session/recent-login.ts'
import { toast } from '../../ui/toaster.tsx'

/** Ends all sessions of a customer or a marketer, after the user confirmed. */
export function useEndSessions() {
  const { run } = useAction(
    async ({ id, name }: { id: string; name: string }) => {
      if (!window.confirm(`${name} kullanıcısının bütün oturumları kapatılsın mı?\n\nYeniden giriş yapması gerekir.`))
        return
      const reply = await withRecentLogin(endSessionsOf, () => request(endSessionsOf, { params: { id } }))
      if (reply) toast.success(reply.message, { description: name })
    },
    { showError: 'alert', targetOf: ({ id }) => id },
  )
  return ({ id, name }: { id: string; name: string }) => void run({ id, name })
}
