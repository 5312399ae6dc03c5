import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { createMarketer, listMarketers, NewMarketer } from '#contract/marketers.ts'
import { ask } from '../../api.ts'
import { answersOf } from '../../parts/asking.ts'
import { useDeedKey } from '../../parts/deed-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useOneAtATime } from '../one-at-a-time.ts'
import { alertRefusal } from '../refused.ts'

type Filled = z.output<typeof NewMarketer>

type NewMarketerDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Adds a marketer, who may log in at once. */
export function NewMarketerDialog({ open, onOpenChange }: NewMarketerDialogProps) {
  const form = useId()
  const kept = useQueryClient()
  const { keyFor, renew } = useDeedKey()
  const create = useMutation({
    mutationFn: (body: Filled) => ask(createMarketer, { body, key: keyFor(body) }),
    onSuccess: ({ marketer }) => {
      renew()
      onOpenChange(false)
      toast.success('Pazarlamacı eklendi', { description: marketer.name })
      void kept.invalidateQueries({ queryKey: answersOf(listMarketers) })
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Yeni pazarlamacı"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Vazgeç</Button>
          <Button variant="primary" type="submit" form={form} busy={create.isPending} busyText="Pazarlamacı ekleniyor">
            Pazarlamacıyı ekle
          </Button>
        </>
      }
    >
      <NewMarketerForm id={form} onCreate={create.mutateAsync} />
    </Dialog>
  )
}

function NewMarketerForm({ id, onCreate }: { id: string; onCreate: (marketer: Filled) => Promise<unknown> }) {
  const form = useForm({
    resolver: zodResolver(NewMarketer),
    defaultValues: { name: '', username: '', password: '' },
  })
  const { errors } = form.formState
  const createOnce = useOneAtATime((marketer: Filled) =>
    onCreate(marketer).catch((error: Error) => alertRefusal(error, form, ['name', 'username', 'password'])),
  )
  const send = form.handleSubmit(createOnce)
  return (
    <Form id={id} onSubmit={event => void send(event)}>
      <Field label="Ad soyad" required error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Kullanıcı adı" required error={errors.username?.message}>
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
      </Field>
      <Field label="Şifre" required error={errors.password?.message} hint="En az 6 karakter">
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
    </Form>
  )
}
