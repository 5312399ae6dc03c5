import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { NewPassword } from '#checked/auth.ts'
import { changePassword } from '#contract/auth.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { endSession } from '../session.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { toast } from '../ui/toaster.tsx'

const Filled = z
  .extend(NewPassword, { repeated: z.string() })
  .check(z.refine(form => form.repeated === form.new_password, { path: ['repeated'], error: 'Şifreler eşleşmiyor' }))
type Filled = z.output<typeof Filled>

type ChangePasswordDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Changes the signed-in user's password, which ends all sessions of the account, including this one. */
export function ChangePasswordDialog({ open, onOpenChange }: ChangePasswordDialogProps) {
  const form = useId()
  const { run, reset, pending, error } = useCommand(changePassword, {
    showError: 'inline',
    onReply: ({ message }) => {
      toast.success(message)
      endSession('left')
    },
  })
  const close = (wanted: boolean) => {
    reset()
    onOpenChange(wanted)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Şifre değiştir"
      description="Bütün cihazlardaki oturumlarınız kapanır; yeni şifrenizle yeniden giriş yaparsınız."
      footer={
        <>
          <Button onClick={() => close(false)}>Vazgeç</Button>
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
  const isWrong = refused?.is(changePassword, 'wrong_password') === true
  return (
    <Form id={id} onSubmit={event => void handleSubmit(onSend)(event)}>
      {refused && !isWrong && <AlertStrip kind="error">{refused.message}</AlertStrip>}
      <Field
        label="Mevcut şifre"
        required
        error={errors.current_password?.message ?? (isWrong ? refused?.message : undefined)}
      >
        <PasswordInput autoComplete="current-password" {...register('current_password')} />
      </Field>
      <Field label="Yeni şifre" required hint="En az 6 karakter" error={errors.new_password?.message}>
        <PasswordInput autoComplete="new-password" {...register('new_password')} />
      </Field>
      <Field label="Yeni şifre (tekrar)" required error={errors.repeated?.message}>
        <PasswordInput autoComplete="new-password" {...register('repeated')} />
      </Field>
    </Form>
  )
}
