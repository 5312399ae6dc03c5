import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { NewPassword } from '#checked/auth.ts'
import { changePassword } from '#contract/auth.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { endSession, session } from '../current-session.ts'
import { passwordHint } from '../forms/password-hint.ts'
import { RepeatedPassword, repeats } from '../forms/repeated-password.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { toast } from '../ui/toaster.tsx'
import { openDialog } from './open-dialog.tsx'
import { OwnUsername } from './own-username.tsx'
import { logOut } from './session-lifecycle.ts'

const Filled = z
  .extend(NewPassword, { repeated: RepeatedPassword })
  .check(repeats('new_password', 'Şifreler eşleşmiyor'))
type Filled = z.output<typeof Filled>

type ChangePasswordDialogProps = {
  /** The temporary password must be changed before the portal can be used: closing the dialog logs out. */
  isRequired?: boolean
  onClose: () => void
}

/** Opens the dialog that changes the logged-in user's password. */
export const openChangePassword = (isRequired = false) =>
  openDialog(close => <ChangePasswordDialog isRequired={isRequired} onClose={isRequired ? logOut : close} />)

/** Changes the logged-in user's password, which ends all sessions of the account, including this one. */
function ChangePasswordDialog({ isRequired, onClose }: ChangePasswordDialogProps) {
  const form = useId()
  const [token] = useState(() => session()?.token)
  const { run, pending, error } = useCommand(changePassword, {
    // The form also shows it, but disappears with the session, which ends if the password was changed.
    showError: ({ isUnanswered }) => isUnanswered && toast.warning(UNANSWERED, { duration: 15_000 }),
    onReply: ({ message }) => {
      toast.success(message)
      // Not the session of another user who has logged in meanwhile.
      if (session()?.token === token) endSession('renewed')
    },
  })
  // Once it is sent, the password may change, which ends the session.
  const leave = () => {
    if (!pending) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={isRequired ? 'Şifrenizi değiştirin' : 'Şifre değiştir'}
      description={`${isRequired ? SET_BY_ANOTHER : ''}Bütün cihazlardaki oturumlarınız kapanır; yeni şifrenizle yeniden giriş yaparsınız.`}
      footer={
        <>
          <Button onClick={leave}>{isRequired ? 'Çıkış yap' : 'Vazgeç'}</Button>
          <Button variant="primary" type="submit" form={form} busy={pending} busyText="Şifre değiştiriliyor">
            Şifreyi değiştir
          </Button>
        </>
      }
    >
      <ChangePasswordForm
        id={form}
        refused={pending ? undefined : error}
        onSend={({ current_password, new_password }) => run({ body: { current_password, new_password } })}
      />
    </Dialog>
  )
}

const UNANSWERED =
  'Cevap alınamadı: şifrenizin değişip değişmediği bilinmiyor. Oturumunuz kapanırsa önce yeni şifrenizi deneyin.'
const SET_BY_ANOTHER = 'Şifrenizi bir yönetici belirledi; devam etmek için yalnızca sizin bildiğiniz bir şifre seçin. '

type ChangePasswordFormProps = {
  id: string
  refused: ApiError | undefined
  onSend: (filled: Filled) => Promise<unknown>
}

function ChangePasswordForm({ id, refused, onSend }: ChangePasswordFormProps) {
  const { register, handleSubmit, formState } = useForm<Filled>({
    resolver: zodResolver(Filled),
    defaultValues: { current_password: '', new_password: '', repeated: '' },
  })
  const { errors } = formState
  const errorAt = (field: string) => refused?.errors.find(error => error.field === field)?.message
  const isAtField = refused?.errors.some(({ message }) => message === refused.message)
  const role = session()?.role ?? 'customer'
  return (
    <Form id={id} onSubmit={event => void handleSubmit(onSend)(event)}>
      {refused && !isAtField && (
        <AlertStrip kind="error">{refused.isUnanswered ? UNANSWERED : refused.message}</AlertStrip>
      )}
      <OwnUsername />
      <Field label="Mevcut şifre" required error={errors.current_password?.message ?? errorAt('current_password')}>
        <PasswordInput autoComplete="current-password" {...register('current_password')} />
      </Field>
      <Field
        label="Yeni şifre"
        required
        hint={passwordHint(role)}
        error={errors.new_password?.message ?? errorAt('new_password')}
      >
        <PasswordInput autoComplete="new-password" {...register('new_password')} />
      </Field>
      <Field label="Yeni şifre (tekrar)" required error={errors.repeated?.message}>
        <PasswordInput autoComplete="new-password" {...register('repeated')} />
      </Field>
    </Form>
  )
}
