import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_LOGIN_NAME } from '#contract/auth.ts'
import { missing } from '#contract/fields.ts'
import { logInAdmin, type StaffLogin } from '#contract/staff-login.ts'
import { useAction } from '../action.ts'
import { CodeInput } from '../session/code-input.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { ErrorStrip } from './error-strip.tsx'

type Typed = { username: string; password: string }

type LoginFormProps = {
  /** The initial values (empty by default), and a callback for changes. */
  typed?: Typed
  onType?: (typed: Typed) => void
  /** Logs in and navigates on. If it rejects with an `ApiError`, the form shows the error. */
  onLogin: (login: StaffLogin) => Promise<void>
  /** Whether the user is logged in and being navigated to the next page. */
  isLeading?: boolean
  /** Help for users who cannot log in. */
  help?: ReactNode
}

const NOTHING: Typed = { username: '', password: '' }

/**
 * Validates by hand: the schema library would be a ninth of a first visit's code. The server checks everything else.
 */
const filled = (label: string) => ({ validate: (text = '') => text.trim() !== '' || missing(label) })

/** Username and password, with the validation shared by all logins. */
export function LoginForm({ typed = NOTHING, onType, onLogin, isLeading, help }: LoginFormProps) {
  const { register, handleSubmit, formState, getValues, setFocus } = useForm<StaffLogin>({ defaultValues: typed })
  const { errors } = formState
  const [asksCode, setAsksCode] = useState(false)
  const {
    run,
    pending,
    error: refused,
  } = useAction(onLogin, {
    showError: error => {
      const isAboutCode = error.is(logInAdmin, 'second_factor_required') || error.is(logInAdmin, 'wrong_code')
      // The effect below focuses the code field when it appears.
      if (isAboutCode && !asksCode) setAsksCode(true)
      else setFocus(isAboutCode ? 'code' : 'password')
    },
  })
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])
  const isQuestion = refused?.is(logInAdmin, 'second_factor_required')
  const logIn = handleSubmit(login => run(login))
  return (
    <Form onSubmit={event => void logIn(event)} onChange={() => onType?.(getValues())}>
      {refused &&
        (isQuestion ? <AlertStrip kind="info">{refused.message}</AlertStrip> : <ErrorStrip error={refused} />)}
      <Field label="Kullanıcı adı" error={errors.username?.message} required>
        <TextInput
          {...register('username', filled('Kullanıcı adı'))}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LOGIN_NAME}
        />
      </Field>
      <Field label="Şifre" error={errors.password?.message} required>
        <PasswordInput {...register('password', filled('Şifre'))} autoComplete="current-password" />
      </Field>
      {asksCode && (
        <Field label="Doğrulama kodu" error={errors.code?.message} required>
          <CodeInput {...register('code', filled('Kod'))} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="large" block busy={pending || isLeading} busyText="Giriş yapılıyor">
        Giriş yap
      </Button>
      {help}
    </Form>
  )
}
