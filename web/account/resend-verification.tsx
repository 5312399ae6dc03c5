import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { resendVerification } from '#contract/auth.ts'
import { ApiError, ask } from '../api.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { RefusedStrip } from './refused-strip.tsx'

type Wanted = z.output<typeof resendVerification.query>

/** Sends another confirmation link to the address that is typed in. */
export function ResendVerification() {
  const { register, handleSubmit, formState } = useForm<Wanted>({
    resolver: zodResolver(resendVerification.query),
    defaultValues: { email: '' },
  })
  const resend = useMutation({ mutationFn: (query: Wanted) => ask(resendVerification, { query }) })
  const send = handleSubmit(wanted => !resend.isPending && resend.mutate(wanted))
  return (
    <Form onSubmit={event => void send(event)}>
      <Field label="E-posta" hint="Kayıt olurken yazdığınız adres" error={formState.errors.email?.message} required>
        <TextInput {...register('email')} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      {resend.isSuccess && <AlertStrip kind="success">{resend.data.message}</AlertStrip>}
      {resend.error instanceof ApiError && <RefusedStrip error={resend.error} />}
      <Button type="submit" size="large" block busy={resend.isPending} busyText="Onay linki gönderiliyor">
        Yeni onay linki gönder
      </Button>
    </Form>
  )
}
