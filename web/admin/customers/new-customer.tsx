import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { LARGEST_PAGE } from '#contract/call.ts'
import { createCustomer, listCustomers, NewCustomer } from '#contract/customers.ts'
import { listMarketers } from '#contract/marketers.ts'
import { readAdminStats } from '#contract/reports.ts'
import { ask } from '../../api.ts'
import { answersOf, useAnswer } from '../../parts/asking.ts'
import { useDeedKey } from '../../parts/deed-key.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useOneAtATime } from '../one-at-a-time.ts'
import { alertRefusal } from '../refused.ts'

type Filled = z.output<typeof NewCustomer>

type NewCustomerDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Adds a customer, who may log in at once. */
export function NewCustomerDialog({ open, onOpenChange }: NewCustomerDialogProps) {
  const form = useId()
  const kept = useQueryClient()
  const { keyFor, renew } = useDeedKey()
  const create = useMutation({
    mutationFn: (body: Filled) => ask(createCustomer, { body, key: keyFor(body) }),
    onSuccess: ({ customer }) => {
      renew()
      onOpenChange(false)
      toast.success('Müşteri eklendi', { description: customer.company_name })
      for (const call of [listCustomers, listMarketers, readAdminStats])
        void kept.invalidateQueries({ queryKey: answersOf(call) })
    },
  })
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Yeni müşteri"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Vazgeç</Button>
          <Button variant="primary" type="submit" form={form} busy={create.isPending} busyText="Müşteri ekleniyor">
            Müşteriyi ekle
          </Button>
        </>
      }
    >
      <NewCustomerForm id={form} onCreate={create.mutateAsync} />
    </Dialog>
  )
}

const REQUIRED = ['company_name', 'username', 'email', 'password'] as const
const FIELDS = [...REQUIRED, 'phone', 'address', 'assigned_marketer_id'] as const

function NewCustomerForm({ id, onCreate }: { id: string; onCreate: (customer: Filled) => Promise<unknown> }) {
  const form = useForm<z.input<typeof NewCustomer>, unknown, Filled>({
    resolver: zodResolver(NewCustomer),
    defaultValues: { company_name: '', username: '', email: '', password: '', phone: '', address: '' },
  })
  const { errors } = form.formState
  const marketers = useAnswer(listMarketers, { query: { limit: LARGEST_PAGE } })
  const createOnce = useOneAtATime((customer: Filled) =>
    onCreate(customer).catch((error: Error) => alertRefusal(error, form, FIELDS)),
  )
  const send = form.handleSubmit(createOnce)
  // The sentence about what is missing is said once; the fields themselves only say that they are meant.
  const missing = REQUIRED.filter(field => errors[field] && !form.getValues(field).trim())
  const sentence = missing[0] && errors[missing[0]]?.message
  const fault = (field: (typeof FIELDS)[number]) =>
    missing.some(one => one === field) ? 'Bu alan zorunludur' : errors[field]?.message
  return (
    <Form id={id} onSubmit={event => void send(event)}>
      {sentence && <AlertStrip kind="error">{sentence}</AlertStrip>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Firma adı" required error={fault('company_name')} className="sm:col-span-2">
          <TextInput autoComplete="off" {...form.register('company_name')} />
        </Field>
        <Field label="Kullanıcı adı" required error={fault('username')}>
          <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
        </Field>
        <Field label="Şifre" required error={fault('password')} hint="En az 6 karakter">
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="E-posta" required error={fault('email')}>
          <TextInput type="email" autoComplete="off" spellCheck={false} {...form.register('email')} />
        </Field>
        <Field label="Telefon" error={fault('phone')}>
          <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
        </Field>
        <Field label="Adres" error={fault('address')} className="sm:col-span-2">
          <Textarea rows={2} autoComplete="off" {...form.register('address')} />
        </Field>
        <Field
          label="Pazarlamacı"
          error={fault('assigned_marketer_id') ?? (marketers.error ? marketers.error.message : undefined)}
          className="sm:col-span-2"
        >
          <Select
            placeholder={marketers.isPending ? 'Yükleniyor' : 'Atanmasın'}
            options={marketers.data
              ?.filter(marketer => marketer.is_active)
              .map(({ id: value, name, username }) => ({ value, label: `${name} (${username})` }))}
            {...form.register('assigned_marketer_id', { setValueAs: chosen => chosen || null })}
          />
        </Field>
      </div>
    </Form>
  )
}
