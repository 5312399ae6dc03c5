import { useEffect, useId, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import { confirmSecondFactor, replaceRecoveryCodes, startSecondFactor } from '#contract/account-security.ts'
import { useAction } from '../action.ts'
import { isRequestError, request } from '../api.ts'
import { invalidate } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { toast } from '../ui/toaster.tsx'
import { CodeInput } from './code-input.tsx'
import { openDialog } from './open-dialog.tsx'
import { withRecentLogin } from './recent-login.ts'

type NewSecret = { secret: string; uri: string }

/** Why a second factor is set up: its user wants one, must have one, or moves it to another device. */
type Occasion = 'wanted' | 'required' | 'replaced'

/**
 * Creates a secret, after the password if the login is not recent; resolves to `undefined` if the user cancels that.
 */
export const startSetup = (occasion: Occasion): Promise<NewSecret | undefined> =>
  withRecentLogin(startSecondFactor, () => request(startSecondFactor, { body: { replaces: occasion === 'replaced' } }))

/** Shows the secret and has the user confirm it by a code; resolves to whether it was confirmed. */
export async function openSetup(begun: NewSecret, occasion: Occasion): Promise<boolean> {
  let codes: string[] | undefined
  await openDialog(close => (
    <SetupDialog
      begun={begun}
      occasion={occasion}
      onClose={close}
      onConfirmed={made => {
        codes = made
        close()
      }}
    />
  ))
  if (!codes) return false
  await openRecoveryCodes(codes)
  return true
}

type SetupDialogProps = {
  begun: NewSecret
  occasion: Occasion
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

function SetupDialog({ begun: { secret, uri }, occasion, onClose, onConfirmed }: SetupDialogProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const { run, pending, error } = useConfirmation(onConfirmed)
  const isWrong = error?.is(confirmSecondFactor, 'wrong_code')
  return (
    <Dialog
      open
      // The reply has the recovery codes, which are shown only once.
      onOpenChange={() => pending || onClose()}
      title={occasion === 'replaced' ? 'Cihazı değiştir' : 'İki adımlı girişi kur'}
      description={descriptionOf(occasion)}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            {occasion === 'required' ? 'Çıkış yap' : 'Vazgeç'}
          </Button>
          <Button variant="primary" type="submit" form={id} busy={pending} busyText="Kod doğrulanıyor">
            Kodu doğrula
          </Button>
        </>
      }
    >
      <Form
        id={id}
        onSubmit={event => {
          event.preventDefault()
          void run(code)
        }}
      >
        <QrCode text={uri} />
        <div className="grid justify-items-center gap-2">
          <p className="text-ink-soft text-sm">Okutamıyorsanız uygulamaya bu anahtarı yazın:</p>
          <code className="text-balance text-center font-mono">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={() => secret} copied="Anahtar kopyalandı">
            Anahtarı kopyala
          </CopyButton>
        </div>
        {error && !isWrong && (
          <AlertStrip kind="error">{error.isUnanswered ? UNANSWERED[occasion] : error.message}</AlertStrip>
        )}
        <Field
          label="Doğrulama kodu"
          required
          hint="Uygulamanın gösterdiği 6 haneli kod"
          error={isWrong && !pending ? error?.message : undefined}
        >
          <CodeInput inputMode="numeric" value={code} onChange={event => setCode(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}

function descriptionOf(occasion: Occasion) {
  const install = (device: string) =>
    `${device} bir doğrulama uygulaması yükleyin (Google Authenticator, Microsoft Authenticator gibi) ve bu kodu okutun.`
  if (occasion === 'replaced')
    return `${install('Yeni cihazınıza')} Kod doğrulanınca eski cihazınız ve eski kurtarma kodlarınız geçersiz olur.`
  return `${occasion === 'required' ? 'Yöneticiler için iki adımlı giriş zorunludur. ' : ''}${install('Telefonunuza')}`
}

/**
 * Confirms the secret by a code. A confirmation without a reply is immediately sent once more. If the second factor
 * then turns out to be on, the recovery codes of the lost reply, which cannot be fetched again, are replaced by new
 * ones.
 */
function useConfirmation(onConfirmed: SetupDialogProps['onConfirmed']) {
  const isUnanswered = useRef(false)
  const confirm = async (code: string) => {
    try {
      return await request(confirmSecondFactor, { body: { code } })
    } catch (error) {
      if (!isRequestError(error)) throw error
      if (isUnanswered.current && error.is(confirmSecondFactor, 'second_factor_exists'))
        return withRecentLogin(replaceRecoveryCodes, () => request(replaceRecoveryCodes, {}))
      if (!error.isUnanswered || isUnanswered.current) throw error
      isUnanswered.current = true
      return confirm(code)
    }
  }
  return useAction(confirm, {
    showError: 'inline',
    onReply: reply => reply && onConfirmed(reply.recovery_codes),
    onSettled: () => void invalidate(confirmSecondFactor.invalidates),
  })
}

const NOT_KNOWN_TO_BE_ON = 'Cevap alınamadı: iki adımlı girişin açılıp açılmadığı bilinmiyor. Kodu yeniden doğrulayın.'
const UNANSWERED: Record<Occasion, string> = {
  wanted: NOT_KNOWN_TO_BE_ON,
  required: NOT_KNOWN_TO_BE_ON,
  replaced: 'Cevap alınamadı: yeni cihazınızın geçerli olup olmadığı bilinmiyor. Kodu yeniden doğrulayın.',
}

/** The border of a QR code in modules, as the standard requires. */
const BORDER = 4

function QrCode({ text }: { text: string }) {
  // Dark on light in every theme, as not every app reads an inverted code.
  const picture = renderSVG(text, { ecc: 'M', border: BORDER })
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      alt="Doğrulama uygulamasıyla okutulacak QR kodu"
      className="mx-auto size-48 rounded-md"
    />
  )
}

/** Shows new recovery codes, which are never shown again; resolves when the user has closed the dialog. */
export const openRecoveryCodes = (codes: string[]) =>
  openDialog(close => <RecoveryCodesDialog codes={codes} onClose={close} />)

function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  useEffect(() => void toast.success('Kurtarma kodlarınız hazır'), [])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Kurtarma kodlarınız"
      description="Telefonunuza ulaşamazsanız girişte bu kodlardan birini yazabilirsiniz. Her kod bir kez geçerlidir ve bu kodlar bir daha gösterilmez: güvenli bir yere kaydedin."
      footer={
        <Button variant="primary" onClick={onClose}>
          Kodları kaydettim
        </Button>
      }
    >
      <div className="grid gap-3">
        <ul aria-label="Kurtarma kodları" className="grid gap-2 rounded-md bg-surface-sunken p-4 font-mono text-sm">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={() => codes.join('\n')} copied="Kodlar kopyalandı">
          Kodları kopyala
        </CopyButton>
      </div>
    </Dialog>
  )
}
