import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { resendVerification } from '#contract/auth.ts'
import { ApiError, request } from '../api.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ErrorStrip } from './error-strip.tsx'

type Wanted = z.output<typeof resendVerification.query>

/** Requests another confirmation link for the address typed in. */
export function ResendVerification() {
  const { register, handleSubmit, formState } = useForm<Wanted>({
    resolver: zodResolver(resendVerification.query),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState
  const [sent, setSent] = useState<string>()
  const [refused, setRefused] = useState<ApiError>()
  const send = handleSubmit(async query => {
    try {
      const { message } = await request(resendVerification, { query })
      setSent(message)
      setRefused(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSent(undefined)
      setRefused(error)
    }
  })
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        if (!isSubmitting) void send(event)
      }}
    >
      <Field label="E-posta" hint="Kayıt olurken yazdığınız adres" error={errors.email?.message} required>
        <EmailInput {...register('email')} autoComplete="email" />
      </Field>
      {sent && <AlertStrip kind="success">{sent}</AlertStrip>}
      {refused && <ErrorStrip error={refused} />}
      <Button type="submit" size="large" block busy={isSubmitting} busyText="Onay linki gönderiliyor">
        Yeni onay linki gönder
      </Button>
    </Form>
  )
}
