import { LINK_LIFETIME, lifetimeText, UNDO_LINK_MISSING, undoEmailChange } from '#contract/auth.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/router.tsx'
import { ACCOUNT_LINK, AccountPage, BACK_TO_LOGIN } from './account-page.tsx'
import { ErrorStrip } from './error-strip.tsx'
import { useLinkToken } from './link-token.ts'

/**
 * Undoes a change of an account's e-mail address by the link sent to the old one. Requires a button press, because mail
 * scanners open links.
 */
export function UndoEmailPage() {
  const token = useLinkToken()
  return <UndoEmail key={token} token={token} />
}

function UndoEmail({ token }: { token: string | null }) {
  const { run, pending, reply, error } = useCommand(undoEmailChange, { showError: 'inline' })
  const invalid = token ? invalidLink(error) : UNDO_LINK_MISSING
  if (reply) return <Undone text={reply.message} />
  if (!token || invalid)
    return (
      <AccountPage title="Geçersiz link" links={TO_LOGIN}>
        <AlertStrip kind="error">{invalid}</AlertStrip>
      </AccountPage>
    )
  return (
    <AccountPage title="E-posta değişikliğini geri al" links={TO_LOGIN}>
      <div className="grid gap-3">
        <p>Hesabınızın e-posta adresini siz değiştirmediyseniz değişikliği buradan geri alabilirsiniz.</p>
        <ul className="grid list-disc gap-1 pl-5 text-ink-soft">
          <li>Hesap, bu linkin gönderildiği adrese döner.</li>
          <li>Açık bütün oturumlar kapanır ve eski şifre geçersiz olur.</li>
          <li>Yeni şifre belirleme linki aynı adrese gönderilir.</li>
        </ul>
      </div>
      {error && !pending && <ErrorStrip error={error} />}
      <Button
        variant="primary"
        size="large"
        block
        busy={pending}
        busyText="Değişiklik geri alınıyor"
        onClick={() => void run({ body: { token } })}
      >
        Değişikliği geri al
      </Button>
    </AccountPage>
  )
}

function Undone({ text }: { text: string }) {
  return (
    <AccountPage
      title="Değişiklik geri alındı"
      links={
        <Link to="/forgot-password" className={ACCOUNT_LINK}>
          Link gelmediyse yeni link iste
        </Link>
      }
    >
      <AlertStrip kind="success">{text}</AlertStrip>
      <p className="text-ink-soft">
        Gelen kutunuzdaki linkle yeni şifrenizi belirleyin. Link {lifetimeText(LINK_LIFETIME.reset)} geçerlidir; birkaç
        dakika içinde gelmezse spam (istenmeyen) klasörüne de bakın.
      </p>
      <Button asChild variant="primary" size="large" block>
        <Link to="/login">{BACK_TO_LOGIN}</Link>
      </Button>
    </AccountPage>
  )
}

const TO_LOGIN = (
  <Link to="/login" className={ACCOUNT_LINK}>
    {BACK_TO_LOGIN}
  </Link>
)

/** The server's message about an invalid link; undefined for other errors, which allow a retry. */
function invalidLink(error: ApiError | undefined): string | undefined {
  return error?.status === 400 ? error.message : undefined
}
