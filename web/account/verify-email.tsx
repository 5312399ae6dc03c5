import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { confirmEmail } from '#contract/auth.ts'
import { isRequestError, request } from '../api.ts'
import { session } from '../current-session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Link, useNavigate } from '../ui/router.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage, BACK_TO_LOGIN } from './account-page.tsx'
import { type Confirmation, failedConfirmation, UNCHECKED, WITHOUT_TOKEN } from './email-confirmation.ts'
import { useLinkToken } from './link-token.ts'
import { noticeNavigation } from './notice.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

/**
 * Confirms an address by the link's token, once per page load, and offers another link on failure. A logged-in customer
 * who has changed the address sees the outcome on the dashboard.
 */
export function VerifyEmailPage() {
  const token = useLinkToken()
  const navigate = useNavigate()
  const {
    data: outcome,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['verification', token],
    queryFn: () => confirm(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isLoggedIn = session()?.role === 'customer'
  const showOnDashboard = useEffectEvent(({ state, text }: Confirmation) => {
    if (!isLoggedIn) return
    if (state === 'success') toast.success(TITLES.success)
    else toast.error(text, state === 'expired' ? { description: 'Hesap menüsünde, Firma bilgileri bölümünde.' } : {})
    navigate('/dashboard', { replace: true })
  })
  useEffect(() => {
    if (outcome) showOnDashboard(outcome)
  }, [outcome])
  const confirmation = isFetching || isLoggedIn ? undefined : outcome
  return (
    <AccountPage
      title={TITLES[confirmation?.state ?? 'loading']}
      links={
        confirmation?.state !== 'success' && (
          <Link to="/login" className={ACCOUNT_LINK}>
            {BACK_TO_LOGIN}
          </Link>
        )
      }
    >
      {!confirmation && <Confirming />}
      {confirmation?.state === 'success' && <Confirmed text={confirmation.text} />}
      {confirmation && confirmation.state !== 'success' && (
        <NotConfirmed {...confirmation} onRetry={() => void refetch()} />
      )}
    </AccountPage>
  )
}

const TITLES = {
  loading: 'E-posta onayı',
  success: 'E-posta adresiniz onaylandı',
  expired: 'Onay linkinin süresi doldu',
  error: 'E-posta adresi onaylanamadı',
}

const REDIRECT_DELAY = 3000

const CONFIRMED = noticeNavigation({
  kind: 'success',
  text: 'E-posta adresiniz onaylandı; şimdi giriş yapabilirsiniz.',
})

function Confirming() {
  return (
    <output className="flex animate-late items-center gap-3 text-ink-soft">
      <Spinner className="size-5 text-brand-ink" />
      E-posta adresiniz onaylanıyor
    </output>
  )
}

function Confirmed({ text }: { text: string }) {
  const navigate = useNavigate()
  const redirect = useEffectEvent(() => navigate('/login', CONFIRMED))
  useEffect(() => {
    const timer = setTimeout(redirect, REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <AlertStrip kind="success">{text}</AlertStrip>
      <p className="text-ink-soft">Giriş sayfasına yönlendiriliyorsunuz</p>
      <Button asChild variant="primary" size="large" block>
        <Link to="/login" {...CONFIRMED}>
          Giriş yap
        </Link>
      </Button>
    </>
  )
}

function NotConfirmed({ state, text, mayRetry, onRetry }: Confirmation & { onRetry: () => void }) {
  return (
    <>
      <AlertStrip kind={state === 'expired' ? 'warning' : 'error'}>{text}</AlertStrip>
      {mayRetry && (
        <Button variant="primary" size="large" block onClick={onRetry}>
          Tekrar dene
        </Button>
      )}
      <section className="grid gap-4">
        <h2 className="font-semibold text-base">Yeni onay linki iste</h2>
        <ResendConfirmation />
      </section>
    </>
  )
}

async function confirm(token: string | null): Promise<Confirmation> {
  if (!token) return WITHOUT_TOKEN
  try {
    const { message } = await request(confirmEmail, { body: { token } })
    return { state: 'success', text: message }
  } catch (error) {
    return isRequestError(error) ? failedConfirmation(error) : UNCHECKED
  }
}
