import { ShieldCheck, ShieldOff } from 'lucide-react'
import { type AccountSecurity, removeSecondFactor, replaceRecoveryCodes } from '#contract/account-security.ts'
import { useAction } from '../action.ts'
import { invalidate } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toaster.tsx'
import { useRecentLoginCommand } from './recent-login.ts'
import { openRecoveryCodes, openSetup, startSetup } from './second-factor-setup.tsx'

/** Below this number of recovery codes, the user is advised to replace them. */
const FEW_CODES = 3

/** The state of the second factor, with its actions. */
export function SecondFactorSection({ security }: { security: AccountSecurity }) {
  const { has_second_factor, needs_second_factor, recovery_codes_left } = security
  const setUp = useAction(startSetup, {
    showError: 'toast',
    onReply: (begun, occasion) => void (begun && openSetup(begun, occasion)),
    // Another device may have turned it on.
    onSettled: () => void invalidate(['security']),
  })
  const { replace, remove } = useCommands()
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
        eline geçse bile hesabınıza girilemez.{needs_second_factor && ' Yöneticiler için zorunludur.'}
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
          <Button variant="primary" busy={setUp.pending} onClick={() => void setUp.run('wanted')}>
            İki adımlı girişi kur
          </Button>
        )}
        {has_second_factor && (
          <>
            <Button busy={replace.pending} onClick={() => void replace.run({})}>
              Kurtarma kodlarını yenile
            </Button>
            <Button busy={setUp.pending} onClick={() => void setUp.run('replaced')}>
              Cihazı değiştir
            </Button>
            {!needs_second_factor && (
              <Button busy={remove.pending} onClick={() => window.confirm(QUESTION) && void remove.run({})}>
                İki adımlı girişi kapat
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}

function useCommands() {
  const replace = useRecentLoginCommand(replaceRecoveryCodes, {
    // The codes of a lost reply cannot be fetched again, so they are replaced as well.
    againWhenLost: true,
    refetchWhenLost: true,
    showError: ({ isUnanswered, message }) => toast.error(isUnanswered ? UNANSWERED.replaced : message),
    onReply: reply => void openRecoveryCodes(reply.recovery_codes),
  })
  const remove = useRecentLoginCommand(removeSecondFactor, {
    refetchWhenLost: true,
    showError: error => {
      // Already off, as after a request without a reply: that counts as success.
      if (error.is(removeSecondFactor, 'second_factor_missing')) return toast.success('İki adımlı giriş kapatıldı')
      return toast.error(error.isUnanswered ? UNANSWERED.removed : error.message)
    },
    onReply: reply => toast.success(reply.message),
  })
  return { replace, remove }
}

const QUESTION =
  'İki adımlı giriş kapatılsın mı?\n\nBundan sonra hesabınıza yalnızca şifreyle girilir ve kurtarma kodlarınız geçersiz olur.'

const UNANSWERED = {
  removed: 'Cevap alınamadı: iki adımlı girişin kapanıp kapanmadığı bilinmiyor. Yeniden deneyin.',
  replaced: 'Cevap alınamadı: eski kurtarma kodlarınız geçersiz olmuş olabilir. Kodları yeniden yenileyin.',
}
