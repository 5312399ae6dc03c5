import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Reauthentication } from '#checked/account-security.ts'
import { reauthenticate } from '#contract/account-security.ts'
import { useCommand } from '../command.ts'
import { setFieldErrors } from '../forms/field-errors.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { CodeInput } from './code-input.tsx'
import { openDialog } from './open-dialog.tsx'
import { OwnUsername } from './own-username.tsx'

/** Asks for the password, and the code of a second factor; resolves to whether the server confirmed them. */
export async function confirmPassword(): Promise<boolean> {
  let isConfirmed = false
  await openDialog(close => (
    <ReauthenticateDialog
      onCancel={close}
      onConfirmed={() => {
        isConfirmed = true
        close()
      }}
    />
  ))
  return isConfirmed
}

type ReauthenticateDialogProps = { onCancel: () => void; onConfirmed: () => void }

function ReauthenticateDialog({ onCancel, onConfirmed }: ReauthenticateDialogProps) {
  const id = useId()
  const form = useForm<Reauthentication>({
    resolver: zodResolver(Reauthentication),
    defaultValues: { current_password: '' },
  })
  const { errors } = form.formState
  const [asksCode, setAsksCode] = useState(false)
  const { run, pending, error } = useCommand(reauthenticate, {
    showError: refused => {
      if (refused.is(reauthenticate, 'second_factor_required')) setAsksCode(true)
      else if (refused.is(reauthenticate, 'wrong_code')) form.setError('code', { message: refused.message })
      else setFieldErrors(refused, form, ['current_password'])
    },
    onReply: onConfirmed,
  })
  const isAtField = error?.is(reauthenticate, 'wrong_password') || error?.is(reauthenticate, 'wrong_code')
  const isQuestion = error?.is(reauthenticate, 'second_factor_required')
  const send = form.handleSubmit(body => run({ body }))
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Şifrenizi girin"
      description="Güvenliğiniz için devam etmeden önce şifrenizi doğrulayın."
      footer={
        <>
          <Button onClick={onCancel}>Vazgeç</Button>
          <Button variant="primary" type="submit" form={id} busy={pending} busyText="Şifre doğrulanıyor">
            Devam et
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={event => void send(event)}>
        {error && !isAtField && <AlertStrip kind={isQuestion ? 'info' : 'error'}>{error.message}</AlertStrip>}
        <OwnUsername />
        <Field label="Şifre" required error={errors.current_password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('current_password')} />
        </Field>
        {asksCode && (
          <Field label="Doğrulama kodu" required error={errors.code?.message}>
            <CodeInput {...form.register('code')} />
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
