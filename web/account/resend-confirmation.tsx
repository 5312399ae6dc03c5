import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ConfirmationRequest } from '#checked/auth.ts'
import { resendConfirmation } from '#contract/auth.ts'
import { useCommand } from '../command.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ErrorStrip } from './error-strip.tsx'

type Wanted = z.output<typeof ConfirmationRequest>

/** Requests another confirmation link for the address typed in. */
export function ResendConfirmation() {
  const { register, handleSubmit, formState } = useForm<Wanted>({
    resolver: zodResolver(ConfirmationRequest),
    defaultValues: { email: '' },
  })
  const { errors } = formState
  const { run, pending, reply, error } = useCommand(resendConfirmation, { showError: 'inline' })
  const send = handleSubmit(body => run({ body }))
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        void send(event)
      }}
    >
      <Field label="E-posta" hint="Kayıt olurken yazdığınız adres" error={errors.email?.message} required>
        <EmailInput {...register('email')} autoComplete="email" />
      </Field>
      {reply && <AlertStrip kind="success">{reply.message}</AlertStrip>}
      {error && <ErrorStrip error={error} />}
      <Button type="submit" size="large" block busy={pending} busyText="Onay linki gönderiliyor">
        Yeni onay linki gönder
      </Button>
    </Form>
  )
}
