import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Registration } from '#checked/customers.ts'
import { LINK_LIFETIME, lifetimeText } from '#contract/auth.ts'
import { register } from '#contract/customers.ts'
import { NOTICE_UNREAD } from '#contract/privacy.ts'
import { readSettings } from '#contract/settings.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { setFieldErrors } from '../forms/field-errors.ts'
import { passwordHint } from '../forms/password-hint.ts'
import { RepeatedPassword, repeats } from '../forms/repeated-password.ts'
import { invalidate } from '../queries.ts'
import { useSettings } from '../shell/use-settings.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Link, useNavigate } from '../ui/router.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { ACCOUNT_LINK, AccountPage } from './account-page.tsx'
import { ErrorStrip } from './error-strip.tsx'
import { noticeNavigation } from './notice.ts'

const Filled = z
  .extend(Registration, { repeated: RepeatedPassword, notice_read: z.boolean() })
  .check(repeats('password', 'Sifreler eslesmiyor'))
type Filled = z.output<typeof Filled>

const FIELDS = ['username', 'company_name', 'email', 'phone', 'address', 'password'] as const

/** Registers an account; the login page then asks the customer to confirm the address first. */
export function RegisterPage() {
  const { form, send, pending, refused, mayExist, hasNotice } = useRegistration()
  const { errors } = form.formState
  return (
    <AccountPage
      title="Kayıt ol"
      links={
        <Link to="/login" className={ACCOUNT_LINK}>
          Hesabım var, giriş yap
        </Link>
      }
    >
      <Form
        onSubmit={event => {
          event.preventDefault()
          void send(event)
        }}
      >
        <Field label="Kullanıcı adı" required error={errors.username?.message}>
          <TextInput autoComplete="username" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
        </Field>
        <Field label="Firma adı" required error={errors.company_name?.message}>
          <TextInput autoComplete="organization" {...form.register('company_name')} />
        </Field>
        <Field label="E-posta" required hint="Onay linki bu adrese gönderilir" error={errors.email?.message}>
          <EmailInput autoComplete="email" {...form.register('email')} />
        </Field>
        <Field label="Telefon" required error={errors.phone?.message}>
          <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
        <Field label="Adres" required error={errors.address?.message}>
          <Textarea autoComplete="street-address" {...form.register('address')} />
        </Field>
        <Field label="Şifre" required hint={passwordHint('customer')} error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Şifre (tekrar)" required error={errors.repeated?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('repeated')} />
        </Field>
        {hasNotice && <NoticeField form={form} />}
        <Honeypot form={form} />
        {errors.website?.message && <AlertStrip kind="error">{errors.website.message}</AlertStrip>}
        {refused && <ErrorStrip error={refused} />}
        {mayExist && <AlertStrip kind="warning">{MAY_EXIST}</AlertStrip>}
        <Button type="submit" variant="primary" size="large" block busy={pending} busyText="Kayıt yapılıyor">
          Kayıt ol
        </Button>
      </Form>
    </AccountPage>
  )
}

const MAY_EXIST =
  'Önceki denemenize cevap alınamamıştı, hesabınız oluşmuş olabilir. E-postanızdaki onay linkine bakın ya da giriş yapmayı deneyin.'

/** The form, its submit handler, an error that belongs to no field, and whether the account may have been created. */
function useRegistration() {
  const navigate = useNavigate()
  const [refused, setRefused] = useState<ApiError>()
  const isUnanswered = useRef(false)
  const [mayExist, setMayExist] = useState(false)
  const version = useSettings()?.privacy_version
  const form = useForm<Filled>({
    resolver: zodResolver(Filled),
    defaultValues: {
      username: '',
      company_name: '',
      email: '',
      phone: '',
      address: '',
      password: '',
      repeated: '',
      notice_read: false,
      website: '',
    },
  })
  const { run, pending } = useCommand(register, {
    showError: error => {
      const unread = error.errors.find(({ field }) => field === 'privacy_version')?.message
      if (unread) {
        // The notice was changed or added after the form was opened.
        void invalidate(readSettings.resources)
        form.setValue('notice_read', false)
        form.setError('notice_read', { message: unread }, { shouldFocus: true })
      }
      setRefused(setFieldErrors(error, form, FIELDS) || unread ? undefined : error)
      // A taken name or address may have been taken by this user's attempt that got no reply.
      const isTaken = error.is(register, 'username_taken') || error.is(register, 'email_taken')
      setMayExist(isUnanswered.current && isTaken)
      isUnanswered.current ||= error.isUnanswered
    },
  })
  const send = form.handleSubmit(
    async ({ repeated: _, website: _empty, notice_read, ...body }) => {
      if (version && !notice_read)
        return form.setError('notice_read', { message: NOTICE_UNREAD }, { shouldFocus: true })
      if (!(await run({ body: { ...body, ...(version && { privacy_version: version }) } }))) return
      toast.success('Hesabınız oluşturuldu! Giriş yapabilirsiniz.')
      navigate('/login', noticeNavigation(confirmFirst(body.email)))
    },
    // Clears the hidden field if autofill has filled it, because the user cannot.
    faults => faults.website && form.setValue('website', ''),
  )
  return { form, send, pending, refused, mayExist, hasNotice: version !== undefined }
}

/** The acknowledgement of the privacy notice, which opens beside the form. */
function NoticeField({ form }: { form: UseFormReturn<Filled> }) {
  return (
    <Field
      label="Aydınlatma metni"
      required
      hint={
        <a href="/privacy" target="_blank" rel="noreferrer" className="text-link underline">
          Metni yeni sekmede aç
        </a>
      }
      error={form.formState.errors.notice_read?.message}
    >
      <Checkbox label="Okudum" {...form.register('notice_read')} />
    </Field>
  )
}

/** A hidden field that only bots fill. Not registered with the form, as an error would focus it. */
function Honeypot({ form }: { form: UseFormReturn<Filled> }) {
  const website = useWatch({ control: form.control, name: 'website' })
  return (
    <label aria-hidden className="fixed top-0 right-full">
      Web sitesi
      <input
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={String(website)}
        onChange={event => form.setValue('website', event.target.value)}
      />
    </label>
  )
}

const confirmFirst = (email: string) => ({
  kind: 'info' as const,
  title: 'Önce e-posta adresinizi onaylayın',
  text: `Giriş yapabilmek için ${email} adresine gönderilen onay linkine tıklayın. Link ${lifetimeText(LINK_LIFETIME.confirmation)} geçerlidir.`,
})
