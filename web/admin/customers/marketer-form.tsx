import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { createMarketer, type Marketer, MarketerChange, updateMarketer } from '#contract/marketers.ts'
import { request } from '../../api.ts'
import { alertRefusal } from '../../forms/alert-refusal.ts'
import { useIdempotencyKey } from '../../idempotency-key.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSingleFlight } from '../../ui/single-flight.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { invalidateCustomers } from './customer-change.ts'

type Typed = { name: string; username: string; password: string }

type MarketerDialogProps = {
  /** The marketer to edit; if absent, a new one is created, who can log in immediately. */
  marketer?: Marketer | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Creates a marketer, or changes a marketer's name, username or password. */
export function MarketerDialog({ marketer, open, onOpenChange }: MarketerDialogProps) {
  const form = useId()
  const [isChanged, setChanged] = useState(false)
  const { keyFor, renew } = useIdempotencyKey()
  const close = () => {
    setChanged(false)
    onOpenChange(false)
  }
  const save = useMutation({
    mutationFn: (typed: Typed) =>
      marketer
        ? request(updateMarketer, { params: { id: marketer.id }, body: changeOf(marketer, typed) })
        : request(createMarketer, { body: typed, key: keyFor(typed) }),
    onSuccess: ({ marketer: saved }) => {
      renew()
      close()
      toast.success(marketer ? 'Pazarlamacı güncellendi' : 'Pazarlamacı eklendi', { description: saved.name })
      invalidateCustomers()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={marketer ? 'Pazarlamacıyı düzenle' : 'Yeni pazarlamacı'}
      form={form}
      isChanged={isChanged}
      loss={`${marketer?.name ?? 'Yeni pazarlamacı'} için yazdıklarınız kaybolur.`}
      save={marketer ? 'Kaydet' : 'Pazarlamacıyı ekle'}
      busy={save.isPending}
      busyText="Pazarlamacı kaydediliyor"
    >
      <MarketerForm id={form} marketer={marketer} onChanged={setChanged} onSave={save.mutateAsync} />
    </FormDialog>
  )
}

type MarketerFormProps = {
  id: string
  marketer: Marketer | undefined
  onChanged: (isChanged: boolean) => void
  onSave: (typed: Typed) => Promise<unknown>
}

function MarketerForm({ id, marketer, onChanged, onSave }: MarketerFormProps) {
  const check = zodResolver(MarketerChange)
  const form = useForm<MarketerChange>({
    resolver: (typed, context, options) =>
      check({ ...typed, password: marketer ? typed.password || undefined : typed.password }, context, options),
    defaultValues: { name: marketer?.name ?? '', username: marketer?.username ?? '', password: '' },
  })
  const { errors, isDirty } = form.formState
  useLayoutEffect(() => onChanged(isDirty), [isDirty, onChanged])
  const saveOnce = useSingleFlight(({ name = '', username = '', password = '' }: MarketerChange) =>
    onSave({ name, username, password }).catch((error: Error) =>
      alertRefusal(error, form, ['name', 'username', 'password']),
    ),
  )
  const send = form.handleSubmit(saveOnce)
  return (
    <Form id={id} onSubmit={event => void send(event)}>
      <Field label="Ad soyad" required error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Kullanıcı adı" required error={errors.username?.message}>
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
      </Field>
      <Field
        label={marketer ? 'Yeni şifre' : 'Şifre'}
        required={!marketer}
        error={errors.password?.message}
        hint={marketer ? 'Boş bırakılırsa değişmez. Değişirse açık oturumları kapanır.' : 'En az 6 karakter'}
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
    </Form>
  )
}

/** Only the changed fields, so that concurrent changes of other fields are not overwritten. */
function changeOf(marketer: Marketer, { name, username, password }: Typed): MarketerChange {
  return {
    ...(name !== marketer.name && { name }),
    ...(username !== marketer.username && { username }),
    ...(password && { password }),
  }
}
