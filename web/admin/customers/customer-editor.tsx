import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { CustomerChange } from '#checked/customer-changes.ts'
import { updateCustomer } from '#contract/customer-changes.ts'
import { type Customer, readCustomer } from '#contract/customers.ts'
import { isNotFound, request } from '../../api.ts'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import { alertRefusal } from '../../forms/field-errors.ts'
import { storedEdits } from '../../forms/stored-edits.ts'
import { type Conflicts, conflictsAfter, isUndecided, useConflicts } from '../../forms/use-conflicts.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { Button } from '../../ui/button.tsx'
import { EmailInput } from '../../ui/email-input.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusAfterBusy } from '../../ui/focus-after-busy.ts'
import { Form } from '../../ui/form.tsx'
import { confirmLoss, useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'
import { CustomerRoute } from '../delivery/customer-route.tsx'
import { RemainingDaysInput } from '../lots/remaining-days-input.tsx'
import { showChangedCustomer, updateCachedCustomer } from './customer-cache.ts'
import { changeOf, conflictsWith, FIELDS, type SavedField, STORED_FIELDS, valuesOf } from './customer-values.ts'
import { useMarketers } from './marketer-options.ts'
import { MarketerSelect } from './marketer-select.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/**
 * Edits one row of the customer list at a time. Holds the input while the row is scrolled out of view, and discards
 * changes only after the user confirmed.
 */
export function useCustomerEditor() {
  const [customer, setCustomer] = useState<Customer>()
  /** The customer whose row was closed last: its row takes the focus back. */
  const [lastClosed, setLastClosed] = useState<string>()
  const { conflicts, show, clear } = useConflicts<SavedField>()
  const check = zodResolver(CustomerChange)
  const form = useForm<CustomerChange>({
    resolver: (typed, context, options) => check(customer ? changeOf(customer, typed) : {}, context, options),
    defaultValues: valuesOf(undefined),
  })
  const { isDirty } = form.formState
  const id = customer?.id
  const element = useFirstFocus(id)
  const close = () => {
    setLastClosed(customer?.id)
    setCustomer(undefined)
    clear()
    form.reset(valuesOf(undefined))
  }
  const loss = `${customer?.company_name ?? ''} için yaptığınız değişiklikler kaybolur.`
  useConfirmBeforeLeaving(isDirty, loss, close)
  const mayClose = () => !isDirty || confirmLoss(loss)
  const edit = (next: Customer) => {
    // The reply to a pending save would close the form that was opened after it.
    if (pending || !mayClose()) return
    setLastClosed(undefined)
    setCustomer(next)
    clear()
    form.reset(valuesOf(next))
  }
  const { send, pending } = useSaving(customer, form, {
    close,
    onChangedMeanwhile: fresh => {
      if (customer) adoptSaved(form, { before: customer, fresh, conflicts, show })
      setCustomer(fresh)
    },
  })
  const leave = () => {
    if (!pending && mayClose()) close()
  }
  return {
    id,
    lastClosed,
    /** To be called when the row has taken the focus. */
    forgetLastClosed: () => setLastClosed(undefined),
    edit,
    /** Closes the form if its customer was deleted. */
    closeIfDeleted: (gone: string) => gone === id && close(),
    form: customer && (
      <CustomerRowForm
        key={id}
        ref={element}
        customer={customer}
        form={form}
        conflicts={conflicts}
        onConflict={changed => show({ changed, isEdited: () => true, ...conflictsWith(customer, form) })}
        onSave={send}
        onLeave={leave}
        busy={pending}
      />
    ),
  }
}

type Saving = { close: () => void; onChangedMeanwhile: (fresh: Customer) => void }

/** Saves the edited fields, unless another user has changed one of them since the form was filled. */
function useSaving(
  customer: Customer | undefined,
  form: UseFormReturn<CustomerChange>,
  { close, onChangedMeanwhile }: Saving,
) {
  const { run, pending } = useRowCommand(updateCustomer, {
    showError: async error => {
      alertRefusal(error, form, FIELDS)
      // Another admin deleted the customer: there is nothing left to edit.
      if (isNotFound(error)) return close()
      if (!customer || !error.is(updateCustomer, 'customer_changed')) return
      const fresh = await request(readCustomer, { params: { id: customer.id } }).catch(() => undefined)
      if (!fresh) return
      updateCachedCustomer(fresh)
      onChangedMeanwhile(fresh)
    },
    onReply: ({ customer: saved }) => {
      showChangedCustomer(saved)
      const needsConfirmation = saved.email !== customer?.email && !saved.email_verified
      const description = needsConfirmation ? `Onay linki ${saved.email} adresine gönderildi` : saved.company_name
      toast.success('Müşteri bilgileri güncellendi', { description })
      close()
    },
  })
  const send = async (change: CustomerChange) => {
    if (!customer || Object.keys(change).length === 0) return close()
    const seen = Object.fromEntries(
      STORED_FIELDS.filter(field => field in change).map(field => [field, customer[field]]),
    )
    await run({ params: { id: customer.id }, body: { ...change, seen } })
  }
  return { send, pending }
}

type Adoption = { before: Customer; fresh: Customer } & Pick<
  ReturnType<typeof useConflicts<SavedField>>,
  'conflicts' | 'show'
>

/** Takes the values that another user has saved into the form; edited fields keep their input. */
function adoptSaved(form: UseFormReturn<CustomerChange>, { before, fresh, conflicts, show }: Adoption) {
  const typed = form.getValues()
  const edited = changeOf(before, typed)
  const differing = changeOf(fresh, typed)
  form.reset(valuesOf(fresh))
  for (const field of FIELDS) if (field in edited) form.setValue(field, typed[field], { shouldDirty: true })
  const newer = STORED_FIELDS.filter(field => before[field] !== fresh[field])
  const changed = conflictsAfter(STORED_FIELDS, { newer, edited, differing, conflicts })
  show({ changed, isEdited: field => field in edited, ...conflictsWith(fresh, form) })
}

type CustomerRowFormProps = {
  ref: RefObject<HTMLFormElement | null>
  customer: Customer
  form: UseFormReturn<CustomerChange>
  conflicts: Conflicts<SavedField>
  /** Called with the fields that a session's end had stored, and another user has changed since. */
  onConflict: (changed: readonly SavedField[]) => void
  onSave: (change: CustomerChange) => Promise<void>
  onLeave: () => void
  busy: boolean
}

const EMAIL_CHANGE_HINT =
  'Eski ve yeni adrese haber verilir; yeni adres, gönderilen linkle onaylanana kadar şifre sıfırlama e-postaları eskisine gider.'

function CustomerRowForm(props: CustomerRowFormProps): ReactNode {
  const { ref, customer, form, conflicts, onConflict, onSave, onLeave, busy } = props
  useStoredForm({
    name: `customer:${customer.id}`,
    title: customer.company_name,
    ...storedEdits(form, STORED_FIELDS, {
      saved: valuesOf(customer),
      isUndecided: field => isUndecided(conflicts, field),
      onConflict,
    }),
  })
  const fields = useRef<HTMLDivElement>(null)
  useFocusAfterBusy(busy, fields)
  const send = form.handleSubmit(onSave)
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onLeave()
  }
  return (
    <Form
      ref={ref}
      aria-label={`${customer.company_name} düzenleniyor`}
      onKeyDown={leaveByKey}
      onSubmit={event => {
        event.preventDefault()
        void send(event)
      }}
    >
      {/* What is typed while the customer is being saved would not be saved. */}
      <div ref={fields} inert={busy} className="contents">
        <CustomerFields customer={customer} form={form} conflicts={conflicts} />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:*:flex-1">
        <div inert={busy} className="mr-auto max-sm:basis-full">
          <Switch label="Aktif müşteri" {...form.register('is_active')} />
        </div>
        <Button onClick={onLeave}>Vazgeç</Button>
        <Button variant="primary" type="submit" busy={busy} busyText="Müşteri kaydediliyor">
          Kaydet
        </Button>
      </div>
    </Form>
  )
}

function CustomerFields({ customer, form, conflicts }: Pick<CustomerRowFormProps, 'customer' | 'form' | 'conflicts'>) {
  const { register, formState } = form
  const { errors, dirtyFields } = formState
  const marketers = useMarketers()
  const about = (field: SavedField, label: string, hint?: ReactNode) => {
    const conflict = conflicts.get(field)
    const note = conflict && <ConflictNote label={label} {...conflict} />
    return { label, error: errors[field]?.message, hint: note ?? hint }
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field {...about('company_name', 'Firma adı')} required>
        <TextInput autoComplete="off" {...register('company_name')} />
      </Field>
      <Field {...about('username', 'Kullanıcı adı')} required>
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </Field>
      <Field {...about('email', 'E-posta', dirtyFields.email && EMAIL_CHANGE_HINT)} required>
        <EmailInput autoComplete="off" {...register('email')} />
      </Field>
      <Field {...about('phone', 'Telefon')}>
        <TextInput type="tel" autoComplete="off" {...register('phone')} />
      </Field>
      <Field {...about('address', 'Adres')} className="sm:col-span-2">
        <Textarea rows={2} autoComplete="off" {...register('address')} />
      </Field>
      <Field
        {...about('assigned_marketer_id', 'Pazarlamacı')}
        error={errors.assigned_marketer_id?.message ?? marketers.error?.message}
      >
        <Controller
          control={form.control}
          name="assigned_marketer_id"
          render={({ field }) => <MarketerSelect {...field} marketers={marketers} customer={customer} />}
        />
      </Field>
      <Field {...about('min_remaining_days', 'En az kalan gün', 'Daha az günü kalan parti önerilmez')}>
        <Controller
          control={form.control}
          name="min_remaining_days"
          render={({ field }) => <RemainingDaysInput {...field} />}
        />
      </Field>
      <Field label="Yeni şifre" hint="Boş bırakılırsa değişmez" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      {about('is_active', 'Aktif müşteri').hint}
      <CustomerRoute id={customer.id} />
    </div>
  )
}
