import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ResetPassword } from '#checked/auth.ts'
import { resetPassword } from '#contract/auth.ts'
import { useCommand } from '../command.ts'
import { passwordHint } from '../forms/password-hint.ts'
import { RepeatedPassword, repeats } from '../forms/repeated-password.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Link } from '../ui/router.tsx'
import { ACCOUNT_LINK, AccountPage, BACK_TO_LOGIN } from './account-page.tsx'
import { ErrorStrip } from './error-strip.tsx'
import { useLinkToken } from './link-token.ts'

const Filled = z
  .object({ new_password: ResetPassword.shape.new_password, repeated: RepeatedPassword })
  .check(repeats('new_password', 'Şifreler eşleşmiyor'))
type Filled = z.output<typeof Filled>

const MISSING = 'Bu linkte eksik var. E-postanızdaki linki yeniden açın veya yeni bir link isteyin.'

type End = { state: 'done' | 'invalid' | 'unknown'; text: string; username?: string }

const UNKNOWN =
  'Önceki denemenize cevap alınamamıştı, o şifre kaydedilmiş olabilir. Önce onunla giriş yapmayı deneyin; olmazsa yeni bir link isteyin.'

/** Sets a new password by the link of a mail; also a new customer's first password. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  return <NewPassword key={token} token={token} />
}

function NewPassword({ token }: { token: string | null }) {
  const [end, setEnd] = useState<End | undefined>(token ? undefined : { state: 'invalid', text: MISSING })
  const state = end?.state ?? 'form'
  return (
    <AccountPage title={TITLES[state]} links={otherLink(state)}>
      {token && !end && <NewPasswordForm token={token} onEnd={setEnd} />}
      {end && (
        <>
          <AlertStrip kind={KINDS[end.state]}>{end.text}</AlertStrip>
          {end.username && (
            <p>
              Kullanıcı adınız: <strong className="break-words">{end.username}</strong>
            </p>
          )}
          <Button asChild variant="primary" size="large" block>
            <Link to="/login">{end.state === 'invalid' ? BACK_TO_LOGIN : 'Giriş yap'}</Link>
          </Button>
        </>
      )}
    </AccountPage>
  )
}

const TITLES = {
  form: 'Yeni şifre belirle',
  done: 'Yeni şifreniz belirlendi',
  invalid: 'Geçersiz link',
  unknown: 'Şifreniz kaydedilmiş olabilir',
}
const KINDS = { done: 'success', invalid: 'error', unknown: 'warning' } as const

function otherLink(state: keyof typeof TITLES) {
  return (
    state !== 'done' && (
      <Link to={state === 'form' ? '/login' : '/forgot-password'} className={ACCOUNT_LINK}>
        {state === 'form' ? BACK_TO_LOGIN : 'Yeni link iste'}
      </Link>
    )
  )
}

function NewPasswordForm({ token, onEnd }: { token: string; onEnd: (end: End) => void }) {
  const isUnanswered = useRef(false)
  const {
    run,
    pending,
    error: refused,
  } = useCommand(resetPassword, {
    showError: error => {
      // A used-up link may have been used by this user's attempt that got no reply.
      if (error.is(resetPassword, 'reset_link_invalid'))
        onEnd(isUnanswered.current ? { state: 'unknown', text: UNKNOWN } : { state: 'invalid', text: error.message })
      else isUnanswered.current ||= error.isUnanswered
    },
    onReply: ({ message, username }) => onEnd({ state: 'done', text: message, username }),
  })
  const { register, handleSubmit, formState } = useForm<Filled>({
    resolver: zodResolver(Filled),
    defaultValues: { new_password: '', repeated: '' },
  })
  const { errors } = formState
  const send = handleSubmit(({ new_password }) => run({ body: { token, new_password } }))
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        void send(event)
      }}
    >
      <Field label="Yeni şifre" required hint={passwordHint('customer')} error={errors.new_password?.message}>
        <PasswordInput {...register('new_password')} autoComplete="new-password" />
      </Field>
      <Field label="Yeni şifre (tekrar)" required error={errors.repeated?.message}>
        <PasswordInput {...register('repeated')} autoComplete="new-password" />
      </Field>
      {refused && <ErrorStrip error={refused} />}
      <Button type="submit" variant="primary" size="large" block busy={pending} busyText="Şifre kaydediliyor">
        Şifreyi kaydet
      </Button>
    </Form>
  )
}
