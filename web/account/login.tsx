import { useEffect, useEffectEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { logInCustomer } from '#contract/auth.ts'
import { ask } from '../api.ts'
import { pageAfterLogin } from '../parts/login-path.ts'
import { startSession, useSession, whySessionEnded } from '../session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage } from './account-page.tsx'
import { LoginForm } from './login-form.tsx'
import { PanelStrip } from './panel-strip.tsx'

/** The customers' login. A session that the server ended is said so here. */
export function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const leading = session?.role === 'customer'
  const lead = useEffectEvent(() => navigate(pageAfterLogin(params.get('next')), { replace: true }))
  // Also when the person signs in in another tab.
  useEffect(() => {
    if (leading) void lead()
  }, [leading])
  return (
    <AccountPage
      title="Müşteri girişi"
      notices={
        <>
          {!session && whySessionEnded() === 'ended' && (
            <AlertStrip kind="warning">Oturumunuz sona erdi, lütfen yeniden giriş yapın.</AlertStrip>
          )}
          <PanelStrip />
        </>
      }
      links={
        <Link to="/admin-login" className={ACCOUNT_LINK}>
          Yönetici Girişi
        </Link>
      }
    >
      <LoginForm
        leading={leading}
        onLogin={async login => {
          const { token, user } = await ask(logInCustomer, { body: login })
          startSession({ role: 'customer', token, user })
          toast.success('Başarıyla giriş yaptınız!')
        }}
      />
    </AccountPage>
  )
}
