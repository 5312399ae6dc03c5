import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Login } from '#checked/auth.ts'
import { useAction } from '../action.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { ErrorStrip } from './error-strip.tsx'

type LoginFormProps = {
  /** Signs in and navigates on; an `ApiError` that it rejects with is shown here. */
  onLogin: (login: Login) => Promise<void>
  /** Signed in, and navigating to the next page. */
  isLeading?: boolean
  /** Help for users who cannot sign in. */
  help?: ReactNode
}

/** Username and password, with the validation shared by all logins. */
export function LoginForm({ onLogin, isLeading, help }: LoginFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<Login>({
    resolver: zodResolver(Login),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const { run, pending, error: refused } = useAction(onLogin, { showError: () => setFocus('password') })
  const logIn = handleSubmit(login => run(login))
  return (
    <Form onSubmit={event => void logIn(event)}>
      {refused && <ErrorStrip error={refused} />}
      <Field label="Kullanıcı adı" error={errors.username?.message} required>
        <TextInput
          {...register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <Field label="Şifre" error={errors.password?.message} required>
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={pending || isLeading} busyText="Giriş yapılıyor">
        Giriş yap
      </Button>
      {help}
    </Form>
  )
}
