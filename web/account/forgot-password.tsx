import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ForgottenPassword } from '#checked/auth.ts'
import { forgotPassword, LINK_LIFETIME, lifetimeText } from '#contract/auth.ts'
import { useCommand } from '../command.ts'
import { Button } from '../ui/button.tsx'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../ui/router.tsx'
import { ACCOUNT_LINK, AccountPage, BACK_TO_LOGIN } from './account-page.tsx'
import { ErrorStrip } from './error-strip.tsx'

type Wanted = z.output<typeof ForgottenPassword>

/** Requests a mail with a link by which a customer sets a new password. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo === undefined)
    return (
      <AccountPage
        title="Şifremi unuttum"
        links={
          <Link to="/login" className={ACCOUNT_LINK}>
            {BACK_TO_LOGIN}
          </Link>
        }
      >
        <RequestLink onSent={setSentTo} />
      </AccountPage>
    )
  return (
    <AccountPage title="E-postanızı kontrol edin">
      <div className="grid gap-3">
        <p>
          Şifre sıfırlama linki <strong className="font-semibold">{sentTo}</strong> adresine gönderildi.
        </p>
        <p className="text-ink-soft">
          Link {lifetimeText(LINK_LIFETIME.reset)} geçerlidir. E-posta birkaç dakika içinde gelmezse spam (istenmeyen)
          klasörüne de bakın.
        </p>
      </div>
      <div className="grid gap-3">
        <Button asChild variant="primary" size="large" block>
          <Link to="/login">{BACK_TO_LOGIN}</Link>
        </Button>
        <Button size="large" block onClick={() => setSentTo(undefined)}>
          Başka bir adres dene
        </Button>
      </div>
    </AccountPage>
  )
}

function RequestLink({ onSent }: { onSent: (email: string) => void }) {
  const { run, pending, error: refused } = useCommand(forgotPassword, { showError: 'inline' })
  const { register, handleSubmit, formState } = useForm<Wanted>({
    resolver: zodResolver(ForgottenPassword),
    defaultValues: { email: '' },
  })
  const { errors } = formState
  const send = handleSubmit(async body => {
    if (await run({ body })) onSent(body.email)
  })
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        void send(event)
      }}
    >
      <p className="text-ink-soft">
        Hesabınızın e-posta adresini yazın; size yeni şifre belirleyeceğiniz bir link gönderelim.
      </p>
      <Field label="E-posta" required error={errors.email?.message}>
        <EmailInput {...register('email')} autoComplete="email" />
      </Field>
      {refused && <ErrorStrip error={refused} />}
      <Button type="submit" variant="primary" size="large" block busy={pending} busyText="Link gönderiliyor">
        Link gönder
      </Button>
    </Form>
  )
}
