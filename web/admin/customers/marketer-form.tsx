import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MarketerChange } from '#checked/marketers.ts'
import { createMarketer, type Marketer, updateMarketer } from '#contract/marketers.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import { alertRefusal } from '../../forms/field-errors.ts'
import { passwordHint } from '../../forms/password-hint.ts'
import { useStoredConflicts } from '../../forms/use-stored-conflicts.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'

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
  const close = () => {
    setChanged(false)
    onOpenChange(false)
  }
  const whenSaved = (message: string) => (reply: { marketer: Marketer }) => {
    close()
    toast.success(message, { description: reply.marketer.name })
  }
  const sent = { showError: 'alert' } as const
  const update = useCommand(updateMarketer, { ...sent, onReply: whenSaved('Pazarlamacı güncellendi') })
  const create = useCommand(createMarketer, { ...sent, onReply: whenSaved('Pazarlamacı eklendi') })
  const save = (typed: Typed, showError: (error: ApiError) => void) =>
    marketer
      ? update.run({ params: { id: marketer.id }, body: changeOf(marketer, typed) }, showError)
      : create.run({ body: typed }, showError)
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={marketer ? 'Pazarlamacıyı düzenle' : 'Yeni pazarlamacı'}
      form={form}
      isChanged={isChanged}
      loss={`${marketer?.name ?? 'Yeni pazarlamacı'} için yazdıklarınız kaybolur.`}
      save={marketer ? 'Kaydet' : 'Pazarlamacıyı ekle'}
      busy={update.pending || create.pending}
      busyText="Pazarlamacı kaydediliyor"
    >
      <MarketerForm id={form} marketer={marketer} onChanged={setChanged} onSave={save} />
    </FormDialog>
  )
}

const SAVED_FIELDS = ['name', 'username'] as const
type SavedField = (typeof SAVED_FIELDS)[number]

type MarketerFormProps = {
  id: string
  marketer: Marketer | undefined
  onChanged: (isChanged: boolean) => void
  onSave: (typed: Typed, showError: (error: ApiError) => void) => Promise<unknown>
}

function MarketerForm({ id, marketer, onChanged, onSave }: MarketerFormProps) {
  const check = zodResolver(MarketerChange)
  const saved = { name: marketer?.name ?? '', username: marketer?.username ?? '' }
  const form = useForm<MarketerChange>({
    resolver: (typed, context, options) =>
      check({ ...typed, password: marketer ? typed.password || undefined : typed.password }, context, options),
    defaultValues: { ...saved, password: '' },
  })
  const conflicts = useStoredConflicts(form, SAVED_FIELDS, {
    name: `marketer:${marketer?.id ?? 'new'}`,
    title: marketer?.name ?? 'Yeni pazarlamacı',
    saved,
    takeTheirs: field => form.setValue(field, saved[field], { shouldDirty: true, shouldValidate: true }),
  })
  const { errors, isDirty } = form.formState
  useLayoutEffect(() => onChanged(isDirty), [isDirty, onChanged])
  const showError = (error: ApiError) => alertRefusal(error, form, ['name', 'username', 'password'])
  const send = form.handleSubmit(({ name = '', username = '', password = '' }) =>
    onSave({ name, username, password }, showError),
  )
  const about = (field: SavedField, label: string) => {
    const conflict = conflicts.get(field)
    return { label, error: errors[field]?.message, hint: conflict && <ConflictNote label={label} {...conflict} /> }
  }
  return (
    <Form id={id} onSubmit={event => void send(event)}>
      <Field {...about('name', 'Ad soyad')} required>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Field {...about('username', 'Kullanıcı adı')} required>
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
      </Field>
      <Field
        label={marketer ? 'Yeni şifre' : 'Şifre'}
        required={!marketer}
        error={errors.password?.message}
        hint={marketer ? 'Boş bırakılırsa değişmez. Değişirse açık oturumları kapanır.' : passwordHint('marketer')}
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
