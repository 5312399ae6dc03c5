import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { OwnCustomerChange } from '#checked/customers.ts'
import { type OwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { setFieldErrors } from '../forms/field-errors.ts'
import { keptFields, useKeptForm } from '../forms/use-kept-form.ts'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { updateCachedCustomer } from './customer-change.ts'

type Change = z.output<typeof OwnCustomerChange>

type EditCustomerProps = { customer: OwnCustomer; open: boolean; onClose: () => void }

/** The customer data that a marketer may change. */
export function EditCustomer({ customer, open, onClose }: EditCustomerProps) {
  const form = useId()
  const [isChanged, setChanged] = useState(false)
  const close = () => {
    setChanged(false)
    onClose()
  }
  const { run, pending } = useCommand(updateOwnCustomer, {
    showError: 'toast',
    onReply: ({ customer: saved }) => {
      updateCachedCustomer(saved)
      const needsConfirmation = saved.email !== customer.email && !saved.email_verified
      toast.success(
        'Müşteri bilgileri güncellendi',
        needsConfirmation ? { description: `Onay linki ${saved.email} adresine gönderildi` } : {},
      )
      close()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Müşteriyi düzenle"
      form={form}
      isChanged={isChanged}
      loss={`${customer.company_name} için yaptığınız değişiklikler kaybolur.`}
      busy={pending}
      busyText="Müşteri kaydediliyor"
    >
      <CustomerForm
        id={form}
        customer={customer}
        onChanged={setChanged}
        onSave={async (change, showError) => {
          if (Object.keys(change).length === 0) close()
          else await run({ params: { id: customer.id }, body: change }, showError)
        }}
      />
    </FormDialog>
  )
}

const FIELDS = ['company_name', 'email', 'phone', 'address', 'is_active'] as const

type CustomerFormProps = {
  id: string
  customer: OwnCustomer
  onChanged: (isChanged: boolean) => void
  /** Receives only the changed fields; may be empty. */
  onSave: (change: Change, showError: (error: ApiError) => void) => Promise<void>
}

function CustomerForm({ id, customer, onChanged, onSave }: CustomerFormProps) {
  const check = zodResolver(OwnCustomerChange)
  const form = useForm<Change>({
    resolver: (typed, context, options) => check(changeOf(customer, typed), context, options),
    defaultValues: Object.fromEntries(FIELDS.map(field => [field, customer[field]])),
  })
  useKeptForm({ name: `customer:${customer.id}`, title: customer.company_name, ...keptFields(form, FIELDS) })
  const { errors, isDirty } = form.formState
  useLayoutEffect(() => onChanged(isDirty), [isDirty, onChanged])
  const showError = (error: ApiError) => {
    setFieldErrors(error, form, FIELDS)
    toast.error(error.message)
  }
  const send = form.handleSubmit(change => onSave(change, showError))
  return (
    <Form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        void send(event)
      }}
    >
      <Field label="Firma adı" required error={errors.company_name?.message}>
        <TextInput autoComplete="off" {...form.register('company_name')} />
      </Field>
      <Field
        label="E-posta"
        required
        hint="E-posta adresi değişirse müşterinin eski ve yeni adresine haber verilir. Yeni adres, oraya gönderilen linkle onaylanana kadar şifre sıfırlama e-postaları eski adrese gider."
        error={errors.email?.message}
      >
        <EmailInput autoComplete="off" {...form.register('email')} />
      </Field>
      <Field label="Telefon" error={errors.phone?.message}>
        <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
      </Field>
      <Field label="Adres" error={errors.address?.message}>
        <Textarea autoComplete="off" {...form.register('address')} />
      </Field>
      <Field
        label="Aktif müşteri"
        hint="Pasif müşteriler giriş yapıp kataloğa bakabilir, ama sipariş veremez."
        error={errors.is_active?.message}
      >
        <Switch {...form.register('is_active')} />
      </Field>
    </Form>
  )
}

function changeOf(customer: OwnCustomer, typed: Change): Change {
  const plain = (value: string | boolean | undefined) => (typeof value === 'string' ? value.trim() : value)
  const changed = FIELDS.filter(field => plain(typed[field]) !== customer[field])
  return Object.fromEntries(changed.map(field => [field, typed[field]]))
}
