import { useEffect, useEffectEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, replace, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { verifyEmail } from '#contract/auth.ts'
import { ApiError, ask } from '../api.ts'
import { session } from '../session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage, BACK_TO_LOGIN } from './account-page.tsx'
import { withNotice } from './handed-over.ts'
import { ResendVerification } from './resend-verification.tsx'
import { failedVerification, type Verification, WITHOUT_TOKEN } from './verification.ts'

type Opened = { outcome: Promise<Verification> }

/**
 * Verifies by the link's token, once for each time that the page is opened. A customer who is signed in, and has changed
 * its address, is told the outcome at home.
 */
export async function openVerification({ request }: LoaderFunctionArgs): Promise<Opened | Response> {
  const outcome = verify(new URL(request.url).searchParams.get('token'))
  if (session()?.role !== 'customer') return { outcome }
  const { state, text } = await outcome
  if (state === 'success') toast.success(TITLES.success)
  else toast.error(text, state === 'expired' ? { description: 'Hesap menüsünde, Firma bilgileri bölümünde.' } : {})
  return replace('/dashboard')
}

/** What came of a confirmation link, and the way to another one. */
export function VerifyEmailPage() {
  const verification = useOutcome(useLoaderData<Opened>())
  return (
    <AccountPage
      title={TITLES[verification?.state ?? 'loading']}
      links={
        verification?.state !== 'success' && (
          <Link to="/login" className={ACCOUNT_LINK}>
            {BACK_TO_LOGIN}
          </Link>
        )
      }
    >
      {!verification && <Verifying />}
      {verification?.state === 'success' && <Verified text={verification.text} />}
      {verification && verification.state !== 'success' && <NotVerified {...verification} />}
    </AccountPage>
  )
}

const TITLES = {
  loading: 'E-posta onayı',
  success: 'E-posta adresiniz onaylandı',
  expired: 'Onay linkinin süresi doldu',
  error: 'E-posta adresi onaylanamadı',
}

const LEADS_ON_AFTER = 3000

const CONFIRMED = withNotice({ kind: 'success', text: 'E-posta adresiniz onaylandı; şimdi giriş yapabilirsiniz.' })

function Verifying() {
  return (
    <output className="flex animate-late items-center gap-3 text-ink-soft">
      <Spinner className="size-5 text-brand-ink" />
      E-posta adresiniz onaylanıyor
    </output>
  )
}

function Verified({ text }: { text: string }) {
  const navigate = useNavigate()
  const lead = useEffectEvent(() => navigate('/login', CONFIRMED))
  useEffect(() => {
    const timer = setTimeout(() => void lead(), LEADS_ON_AFTER)
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

function NotVerified({ state, text, mayRetry }: Verification) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <AlertStrip kind={state === 'expired' ? 'warning' : 'error'}>{text}</AlertStrip>
      {mayRetry && (
        <Button variant="primary" size="large" block onClick={() => void revalidate()}>
          Tekrar dene
        </Button>
      )}
      <section className="grid gap-4">
        <h2 className="font-semibold text-base">Yeni onay linki iste</h2>
        <ResendVerification />
      </section>
    </>
  )
}

/** What has come of it, once that is known. */
function useOutcome({ outcome }: Opened) {
  const [known, setKnown] = useState<{ of: Promise<Verification>; is: Verification }>()
  useEffect(() => {
    let isLeft = false
    void outcome.then(is => isLeft || setKnown({ of: outcome, is }))
    return () => {
      isLeft = true
    }
  }, [outcome])
  return known?.of === outcome ? known.is : undefined
}

async function verify(token: string | null): Promise<Verification> {
  if (!token) return WITHOUT_TOKEN
  try {
    const { message } = await ask(verifyEmail, { query: { token } })
    return { state: 'success', text: message }
  } catch (error) {
    return error instanceof ApiError ? failedVerification(error.status, error.message) : failedVerification(0, '')
  }
}
