import { useEffect, useEffectEvent, useState } from 'react'
import { type Login, logInCustomer } from '#contract/auth.ts'
import { type ApiError, isRequestError, request } from '../api.ts'
import { sessionEndReason, useSession } from '../current-session.ts'
import { pageAfterLogin } from '../session/login-path.ts'
import { replaceSession } from '../session/replace-session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Link, useLocation, useNavigate, useSearchParams } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage } from './account-page.tsx'
import { ConfirmationNeeded } from './confirmation-needed.tsx'
import { LoginForm } from './login-form.tsx'
import { useNotice } from './notice.ts'
import { PanelStrip } from './panel-strip.tsx'

/**
 * The customers' login, which leads to the requested page if that is one of `customerPaths`. Shows that the server has
 * ended a session, and notices from other screens.
 */
export function LoginPage({ customerPaths }: { customerPaths: readonly string[] }) {
  const session = useSession()
  // Its query has the requested page, which may belong to a panel.
  const { search } = useLocation()
  const { notice, drop } = useNotice()
  const [unconfirmed, setUnconfirmed] = useState<ApiError>()
  const isRedirecting = useRedirectAfterLogin(customerPaths)
  const logIn = async (login: Login) => {
    try {
      const { token, user } = await request(logInCustomer, { body: login })
      await replaceSession({ role: 'customer', token, user })
      const greeting = toast.success('Başarıyla giriş yaptınız!')
      void import('../session/account-setup.ts').then(({ completeLogin }) => completeLogin(greeting))
    } catch (error) {
      const isUnconfirmed = isRequestError(error) && error.is(logInCustomer, 'email_not_verified')
      setUnconfirmed(isUnconfirmed ? error : undefined)
      if (!isUnconfirmed) throw error
      drop()
    }
  }
  return (
    <AccountPage
      title="Müşteri girişi"
      notices={
        <>
          {!session && !notice && sessionEndReason() === 'ended' && (
            <AlertStrip kind="warning">Oturumunuz sona erdi, lütfen yeniden giriş yapın.</AlertStrip>
          )}
          {notice && (
            <AlertStrip kind={notice.kind} title={notice.title}>
              {notice.text}
            </AlertStrip>
          )}
          <PanelStrip />
          {unconfirmed && <ConfirmationNeeded error={unconfirmed} />}
        </>
      }
      links={
        <>
          <Link to="/register" className={ACCOUNT_LINK}>
            Kayıt ol
          </Link>
          <Link to={`/admin-login${search}`} className={ACCOUNT_LINK}>
            Yönetici Girişi
          </Link>
        </>
      }
    >
      <LoginForm
        isLeading={isRedirecting}
        onLogin={logIn}
        help={
          <Link to="/forgot-password" className={`${ACCOUNT_LINK} justify-self-center`}>
            Şifremi unuttum
          </Link>
        }
      />
    </AccountPage>
  )
}

/** Redirects a logged-in customer to the requested page; returns whether it does. */
function useRedirectAfterLogin(customerPaths: readonly string[]): boolean {
  const isLoggedIn = useSession()?.role === 'customer'
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const redirect = useEffectEvent(() =>
    navigate(pageAfterLogin('customer', params.get('next'), customerPaths), { replace: true }),
  )
  // Also runs when the user logs in in another tab.
  useEffect(() => {
    if (isLoggedIn) redirect()
  }, [isLoggedIn])
  return isLoggedIn
}
