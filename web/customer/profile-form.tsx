import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ProfileChange } from '#checked/customers.ts'
import { CURRENT_PASSWORD_MISSING, resendConfirmation } from '#contract/auth.ts'
import type { Profile } from '#contract/customers.ts'
import { accountKey } from '#contract/turkish.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { ConflictNote } from '../forms/conflict-note.tsx'
import { focusFirst, setFieldErrors } from '../forms/field-errors.ts'
import { useStoredConflicts } from '../forms/use-stored-conflicts.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'

const FIELDS = ['company_name', 'email', 'phone', 'address'] as const
type SavedField = (typeof FIELDS)[number]
/** The order of the fields. The password field is shown once the e-mail address is changed. */
const ORDER = ['company_name', 'email', 'current_password', 'phone', 'address'] as const

/** Requires the password if its field is shown. */
const Filled = ProfileChange.check(
  z.refine(change => change.current_password !== '', { path: ['current_password'], error: CURRENT_PASSWORD_MISSING }),
)

const EMAIL_HINT =
  'Adresinizi değiştirirseniz yeni adrese gönderilen linkle onaylamanız gerekir; o zamana kadar şifre sıfırlama e-postaları eski adrese gider.'

type ProfileFormProps = {
  id: string
  profile: Profile
  /** Reports whether there are unsaved changes. */
  onChanged: (isChanged: boolean) => void
  /** Called with only the changed fields, possibly none. */
  onSave: (change: ProfileChange, showError: (error: ApiError) => void) => Promise<void>
}

/** The customer's profile; only the changed fields are validated and saved. */
export function ProfileForm({ id, profile, onChanged, onSave }: ProfileFormProps) {
  const { form, send, refused } = useProfileForm(profile, onSave)
  const conflicts = useStoredConflicts(form, FIELDS, {
    name: 'profile',
    title: 'Firma bilgileri',
    saved: profile,
    takeTheirs: field => form.setValue(field, profile[field], { shouldDirty: true, shouldValidate: true }),
  })
  const { errors, isDirty } = form.formState
  const isEmailChanged = isOtherAddress(useWatch({ control: form.control, name: 'email' }), profile.email)
  const first = useRef<HTMLInputElement>(null)
  // The dialog opened before the form was loaded, so the initial focus is set here.
  useEffect(() => first.current?.focus(), [])
  useLayoutEffect(() => onChanged(isDirty), [isDirty, onChanged])
  const about = (field: SavedField, label: string, hint?: string) => {
    const conflict = conflicts.get(field)
    const note = conflict && <ConflictNote label={label} {...conflict} />
    return { label, error: errors[field]?.message, hint: note ?? hint }
  }
  return (
    <Form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        void send(event)
      }}
    >
      {!profile.email_verified && <AwaitingConfirmation email={profile.email} />}
      {refused && <AlertStrip kind="error">{refused.message}</AlertStrip>}
      <Field label="Kullanıcı adı">
        <TextInput ref={first} readOnly autoComplete="username" value={profile.username} />
      </Field>
      <Field {...about('company_name', 'Firma adı')} required>
        <TextInput autoComplete="organization" {...form.register('company_name')} />
      </Field>
      <Field {...about('email', 'E-posta', EMAIL_HINT)} required>
        <EmailInput autoComplete="email" {...form.register('email')} />
      </Field>
      {isEmailChanged && (
        <Field
          label="Mevcut şifre"
          required
          hint="E-posta adresini değiştirmek için gereklidir."
          error={errors.current_password?.message}
        >
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current_password', { shouldUnregister: true })}
          />
        </Field>
      )}
      <Field {...about('phone', 'Telefon')} required={profile.phone !== ''}>
        <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
      </Field>
      <Field {...about('address', 'Adres')} required={profile.address !== ''}>
        <Textarea autoComplete="street-address" {...form.register('address')} />
      </Field>
    </Form>
  )
}

/** The form, its submit handler, and an error that belongs to no field. */
function useProfileForm(profile: Profile, onSave: ProfileFormProps['onSave']) {
  const [refused, setRefused] = useState<ApiError>()
  const check = zodResolver(Filled)
  const form = useForm<ProfileChange>({
    resolver: (typed, context, options) => check(changeOf(profile, typed), context, options),
    defaultValues: Object.fromEntries(FIELDS.map(field => [field, profile[field]])),
    shouldFocusError: false,
  })
  const showError = (error: ApiError) => setRefused(setFieldErrors(error, form, ORDER) ? undefined : error)
  const save = (change: ProfileChange) => {
    setRefused(undefined)
    return onSave(change, showError)
  }
  const send = form.handleSubmit(save, focusFirst(form, ORDER))
  return { form, send, refused }
}

/** Shows that a changed address must be confirmed before it is used for password recovery. */
function AwaitingConfirmation({ email }: { email: string }) {
  const { run, pending } = useCommand(resendConfirmation, {
    showError: 'toast',
    onReply: ({ message }) => toast.success(message),
  })
  return (
    <AlertStrip kind="warning" title="Yeni e-posta adresiniz onay bekliyor">
      <p>{email} adresine gönderilen linke tıklayın.</p>
      <Button
        size="small"
        className="mt-2"
        busy={pending}
        busyText="Onay linki gönderiliyor"
        onClick={() => void run({ body: { email } })}
      >
        Linki tekrar gönder
      </Button>
    </AlertStrip>
  )
}

function changeOf(profile: Profile, { current_password = '', ...typed }: ProfileChange): ProfileChange {
  const changed = FIELDS.filter(field => typed[field]?.trim() !== profile[field])
  const change = Object.fromEntries(changed.map(field => [field, typed[field]]))
  return { ...change, ...(isOtherAddress(typed.email, profile.email) && { current_password }) }
}

/** Whether the typed address is a different one, not just another spelling; only then the password is required. */
const isOtherAddress = (typed: string | undefined, email: string) =>
  accountKey(typed?.trim() ?? '') !== accountKey(email)
