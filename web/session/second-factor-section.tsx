import { ShieldCheck, ShieldOff } from 'lucide-react'
import { type AccountSecurity, removeSecondFactor, replaceRecoveryCodes } from '#contract/account-security.ts'
import { useAction } from '../action.ts'
import { type ApiError, isRequestError, request } from '../api.ts'
import { invalidate } from '../queries.ts'
import { sendAgainIfLost } from '../send-again.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toaster.tsx'
import { withRecentLogin } from './recent-login.ts'
import { openRecoveryCodes, openSetup, startSetup } from './second-factor-setup.tsx'

/** Below this number of recovery codes, the user is advised to replace them. */
const FEW_CODES = 3

/** The state of the second factor, with its actions. */
export function SecondFactorSection({ security }: { security: AccountSecurity }) {
  const { has_second_factor, recovery_codes_left } = security
  const refetched = { onSettled: () => void invalidate(removeSecondFactor.invalidates), showError: 'toast' } as const
  const setUp = useAction(startSetup, { ...refetched, onReply: begun => void (begun && openSetup(begun)) })
  const replace = useAction(() => withRecentLogin(replaceRecoveryCodes, renewCodes), {
    ...refetched,
    showError: ({ isOffline, message }: ApiError) => toast.error(isOffline ? UNANSWERED.replaced : message),
    onReply: reply => void (reply && openRecoveryCodes(reply.recovery_codes)),
  })
  const remove = useAction(
    async () => (window.confirm(QUESTION) ? withRecentLogin(removeSecondFactor, turnOff) : undefined),
    {
      ...refetched,
      showError: ({ isOffline, message }: ApiError) => toast.error(isOffline ? UNANSWERED.removed : message),
      onReply: reply => reply && toast.success(reply.message),
    },
  )
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">İki adımlı giriş</h3>
        <Badge tone={has_second_factor ? 'green' : 'neutral'} icon={has_second_factor ? ShieldCheck : ShieldOff}>
          {has_second_factor ? 'Açık' : 'Kapalı'}
        </Badge>
      </div>
      <p className="text-ink-soft">
        Girişte şifrenizden sonra telefonunuzdaki doğrulama uygulamasının 6 haneli kodu da istenir; şifreniz başkasının
        eline geçse bile hesabınıza girilemez.
      </p>
      {has_second_factor && recovery_codes_left < FEW_CODES && (
        <AlertStrip kind="warning">
          {recovery_codes_left === 0
            ? 'Kurtarma kodunuz kalmadı'
            : `Yalnızca ${recovery_codes_left} kurtarma kodunuz kaldı`}
          ; telefonunuzu kaybetmeden yenilerini alın.
        </AlertStrip>
      )}
      <div className="flex flex-wrap gap-2">
        {!has_second_factor && (
          <Button variant="primary" busy={setUp.pending} onClick={() => void setUp.run()}>
            İki adımlı girişi kur
          </Button>
        )}
        {has_second_factor && (
          <>
            <Button busy={replace.pending} onClick={() => void replace.run()}>
              Kurtarma kodlarını yenile
            </Button>
            <Button busy={remove.pending} onClick={() => void remove.run()}>
              İki adımlı girişi kapat
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

const QUESTION =
  'İki adımlı giriş kapatılsın mı?\n\nBundan sonra hesabınıza yalnızca şifreyle girilir ve kurtarma kodlarınız geçersiz olur.'

/** Replaces the recovery codes. The codes of a lost reply cannot be fetched again, so they are replaced as well. */
const renewCodes = () => sendAgainIfLost(() => request(replaceRecoveryCodes, {}))

/** Turns the second factor off. If it is already off, as after a request without a reply, that counts as success. */
const turnOff = () =>
  sendAgainIfLost(() => request(removeSecondFactor, {})).catch((error: unknown) => {
    if (!isRequestError(error) || !error.is(removeSecondFactor, 'second_factor_missing')) throw error
    return { message: 'İki adımlı giriş kapatıldı' }
  })

const UNANSWERED = {
  removed: 'Cevap alınamadı: iki adımlı girişin kapanıp kapanmadığı bilinmiyor. Yeniden deneyin.',
  replaced: 'Cevap alınamadı: eski kurtarma kodlarınız geçersiz olmuş olabilir. Kodları yeniden yenileyin.',
}
