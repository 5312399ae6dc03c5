import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useLayoutEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { OwnCustomerChange } from '#checked/customers.ts'
import { type OwnCustomer, readOwnCustomer, updateOwnCustomer } from '#contract/customers.ts'
import { type ApiError, request } from '../api.ts'
import { setFieldErrors } from '../forms/field-errors.ts'
import { storedEdits } from '../forms/stored-edits.ts'
import { useStoredForm } from '../forms/use-stored-form.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { refreshIfGone } from '../lists/row-command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { CustomerValues } from '../orders/customer-values.tsx'
import { CUSTOMER_FIELDS, type CustomerField, dataOf, fieldsIn } from '../pwa/change-draft.ts'
import { useQueuedChange } from '../pwa/queued-change.ts'
import { useWaitingChanges } from '../pwa/waiting-changes.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { EmailInput } from '../ui/email-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { updateCachedCustomer } from './customer-cache.ts'

type Change = z.output<typeof OwnCustomerChange>

type EditCustomerProps = { customer: OwnCustomer; open: boolean; onClose: () => void }

/** Edits the customer data that a marketer may change. Each opening begins with the latest data. */
export function EditCustomer(props: EditCustomerProps) {
  const { open } = props
  const [wasOpen, setWasOpen] = useState(open)
  const [openings, setOpenings] = useState(0)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Not when it closes: the form is unchanged while the dialog closes.
    if (open) setOpenings(openings + 1)
  }
  return <EditDialog key={openings} {...props} />
}

function EditDialog({ customer, open, onClose }: EditCustomerProps) {
  const form = useId()
  const [isChanged, setChanged] = useState(false)
  const close = () => {
    setChanged(false)
    onClose()
  }
  const { base, overtaken, setOvertaken, isWaiting, save, pending } = useSaveCustomer(customer, close)
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Müşteriyi düzenle"
      form={form}
      isChanged={isChanged}
      loss={`${customer.company_name} için yaptığınız değişiklikler kaybolur.`}
      disabled={isWaiting}
      busy={pending}
      busyText="Müşteri kaydediliyor"
    >
      {isWaiting && (
        <AlertStrip kind="info" className="mb-4">
          Bu müşterinin önceki değişikliği gönderilmeyi bekliyor; gönderilmeden yenisi kaydedilemez.
        </AlertStrip>
      )}
      {overtaken.length > 0 && (
        <AlertStrip kind="warning" title="Müşterinin bilgileri bu arada değişti" className="mb-4">
          <p>Hiçbir şeyin üzerine yazılmadı. Şimdi kayıtlı olanlar:</p>
          <CustomerValues values={base} fields={overtaken} />
          <p>Sizin yazdıklarınız formda duruyor; kaydederseniz onlar geçerli olur.</p>
        </AlertStrip>
      )}
      <CustomerForm
        id={form}
        customer={base}
        overtaken={overtaken}
        onOvertaken={setOvertaken}
        isSending={pending}
        onChanged={setChanged}
        onSave={save}
      />
      <NoConnection className="mt-4">
        Kaydettiğiniz değişiklik bu cihazda bekler ve bağlantı gelince gönderilir.
      </NoConnection>
    </FormDialog>
  )
}

/** Saves changes of a customer, which wait in the outbox without a connection; `base` is the state before them. */
function useSaveCustomer(customer: OwnCustomer, close: () => void) {
  const { id, company_name } = customer
  const { base, overtaken, setOvertaken, follow } = usePresentCustomer(customer)
  const isWaiting = useWaitingChanges('customer').some(({ change }) => change.customer.id === id)
  const { run, pending } = useQueuedChange({
    showError: 'toast',
    what: 'Müşteri değişikliği',
    onReply: reply => {
      if (reply.kind !== 'customer') return
      const { customer: saved } = reply
      updateCachedCustomer(saved)
      showNextResults('customers')
      const needsConfirmation = saved.email !== customer.email && !saved.email_verified
      toast.success(
        'Müşteri bilgileri güncellendi',
        needsConfirmation ? { description: `Onay linki ${saved.email} adresine gönderildi` } : {},
      )
      close()
    },
    onWaiting: close,
  })
  const save: CustomerFormProps['onSave'] = async (change, showError) => {
    if (Object.keys(change).length === 0) return close()
    const seen = dataOf(base, fieldsIn(change))
    await run({ is: 'customer', customer: { id, company_name }, change, seen }, async error => {
      refreshIfGone(updateOwnCustomer, error)
      if (error.is(updateOwnCustomer, 'customer_changed')) await follow().catch(() => undefined)
      showError(error)
    })
  }
  return { base, overtaken, setOvertaken, isWaiting, save, pending }
}

/**
 * The latest known customer, and the fields that another user has changed since the form was filled (`overtaken`):
 * `follow` fetches both, and a restored form sets them.
 */
function usePresentCustomer(customer: OwnCustomer) {
  const [{ base, overtaken }, set] = useState({ base: customer, overtaken: NONE })
  const follow = async () => {
    const present = await request(readOwnCustomer, { params: { id: customer.id } })
    // Nothing was saved: what was overtaken before a second refusal still is.
    const isOvertaken = (field: CustomerField) => overtaken.includes(field) || present[field] !== base[field]
    set({ base: present, overtaken: CUSTOMER_FIELDS.filter(isOvertaken) })
  }
  const setOvertaken = (fields: readonly CustomerField[]) => set({ base, overtaken: fields })
  return { base, overtaken, setOvertaken, follow }
}

const NONE: readonly CustomerField[] = []

type CustomerFormProps = {
  id: string
  customer: OwnCustomer
  overtaken: readonly CustomerField[]
  /** Called with the fields that the end of a session had stored, and another user has changed since. */
  onOvertaken: (fields: readonly CustomerField[]) => void
  isSending: boolean
  onChanged: (isChanged: boolean) => void
  /** Receives only the changed fields; may be empty. */
  onSave: (change: Change, showError: (error: ApiError) => void) => Promise<void>
}

function CustomerForm(props: CustomerFormProps) {
  const { id, customer, onChanged, onSave } = props
  const check = zodResolver(OwnCustomerChange)
  const form = useForm<Change>({
    resolver: (typed, context, options) => check(changeOf(customer, typed), context, options),
    defaultValues: Object.fromEntries(CUSTOMER_FIELDS.map(field => [field, customer[field]])),
  })
  useStoredEdits(form, props)
  const { errors, isDirty } = form.formState
  // After another user's change, fields that were not edited here take the new values.
  useEffect(() => {
    for (const field of CUSTOMER_FIELDS)
      if (!form.getFieldState(field).isDirty) form.resetField(field, { defaultValue: customer[field] })
  }, [form, customer])
  useLayoutEffect(() => onChanged(isDirty), [isDirty, onChanged])
  const showError = (error: ApiError) => {
    setFieldErrors(error, form, CUSTOMER_FIELDS)
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

function useStoredEdits(
  form: UseFormReturn<Change>,
  { customer, overtaken, onOvertaken, isSending }: CustomerFormProps,
) {
  const kept = storedEdits(form, CUSTOMER_FIELDS, {
    saved: customer,
    isUndecided: field => overtaken.includes(field),
    onConflict: onOvertaken,
  })
  useStoredForm({
    name: `customer:${customer.id}`,
    title: customer.company_name,
    ...kept,
    // A change that is in flight when the session ends is already in the outbox.
    changed: () => (isSending ? {} : kept.changed()),
  })
}

function changeOf(customer: OwnCustomer, typed: Change): Change {
  const plain = (value: string | boolean | undefined) => (typeof value === 'string' ? value.trim() : value)
  const changed = CUSTOMER_FIELDS.filter(field => plain(typed[field]) !== customer[field])
  return Object.fromEntries(changed.map(field => [field, typed[field]]))
}
