import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useLayoutEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { NewCustomer } from '#checked/customers.ts'
import { createCustomer } from '#contract/customers.ts'
import type { ApiError } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { alertRefusal } from '../../forms/field-errors.ts'
import { passwordHint } from '../../forms/password-hint.ts'
import { storedFields } from '../../forms/stored-fields.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useMarketers } from './marketer-options.ts'
import { MarketerSelect } from './marketer-select.tsx'

type Filled = z.output<typeof NewCustomer>

type NewCustomerDialogProps = { open: boolean; onClose: () => void }

/** Creates a customer, who can log in immediately. */
export function NewCustomerDialog({ open, onClose }: NewCustomerDialogProps) {
  const form = useId()
  const [isChanged, setChanged] = useState(false)
  const close = () => {
    setChanged(false)
    onClose()
  }
  const { run, pending } = useCommand(createCustomer, {
    showError: 'alert',
    onReply: ({ customer }) => {
      close()
      showNextResults('customers')
      toast.success('Müşteri eklendi', { description: customer.company_name })
    },
  })
  return (
    <FormDialog
      wide
      open={open}
      onClose={close}
      title="Yeni müşteri"
      form={form}
      isChanged={isChanged}
      loss="Yeni müşteri için yazdıklarınız kaybolur."
      save="Müşteriyi ekle"
      busy={pending}
      busyText="Müşteri ekleniyor"
    >
      <NewCustomerForm id={form} onChanged={setChanged} onCreate={(body, showError) => run({ body }, showError)} />
    </FormDialog>
  )
}

/** In the order of the form. */
const REQUIRED = ['company_name', 'username', 'password', 'email'] as const
const NOTHING = {
  company_name: '',
  username: '',
  email: '',
  password: '',
  phone: '',
  address: '',
  assigned_marketer_id: '',
}
const FIELDS = [...REQUIRED, 'phone', 'address', 'assigned_marketer_id'] as const
const STORED_FIELDS = FIELDS.filter(field => field !== 'password')

type NewCustomerFormProps = {
  id: string
  /** Reports whether the form has unsaved changes. */
  onChanged: (isChanged: boolean) => void
  onCreate: (customer: Filled, showError: (error: ApiError) => void) => Promise<unknown>
}

function NewCustomerForm({ id, onChanged, onCreate }: NewCustomerFormProps) {
  const check = zodResolver(NewCustomer)
  const form = useForm<z.input<typeof NewCustomer>, unknown, Filled>({
    resolver: (typed, context, options) =>
      check({ ...typed, assigned_marketer_id: typed.assigned_marketer_id || null }, context, options),
    defaultValues: NOTHING,
  })
  useStoredForm({ name: 'new-customer', title: 'Yeni müşteri', ...storedFields(form, STORED_FIELDS) })
  const { errors, isDirty } = form.formState
  useLayoutEffect(() => onChanged(isDirty), [isDirty, onChanged])
  const marketers = useMarketers()
  const send = form.handleSubmit(customer => onCreate(customer, error => alertRefusal(error, form, FIELDS)))
  // The message about missing fields is shown once above the form; the fields themselves are only marked as required.
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
        <Field label="Şifre" required error={fault('password')} hint={passwordHint('customer')}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="E-posta" required error={fault('email')}>
          <EmailInput autoComplete="off" {...form.register('email')} />
        </Field>
        <Field label="Telefon" error={fault('phone')}>
          <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
        </Field>
        <Field label="Adres" error={fault('address')} className="sm:col-span-2">
          <Textarea rows={2} autoComplete="off" {...form.register('address')} />
        </Field>
        <Field
          label="Pazarlamacı"
          error={fault('assigned_marketer_id') ?? marketers.error?.message}
          className="sm:col-span-2"
        >
          <Controller
            control={form.control}
            name="assigned_marketer_id"
            render={({ field }) => <MarketerSelect {...field} marketers={marketers} />}
          />
        </Field>
      </div>
    </Form>
  )
}
