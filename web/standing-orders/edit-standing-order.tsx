import { useId, useState } from 'react'
import { weekdayName } from '#contract/delivery-days.ts'
import { MAX_NOTE } from '#contract/fields.ts'
import {
  createStandingOrder,
  MAX_EVERY_WEEKS,
  SHORTAGE_LABELS,
  SHORTAGE_RULES,
  type StandingOrder,
} from '#contract/standing-orders.ts'
import { CLOSED_DAY_LABELS, CLOSED_DAY_RULES, WEEKDAYS } from '#contract/standing-plan.ts'
import { useAction } from '../action.ts'
import { type ApiError, isNotFound } from '../api.ts'
import { titleForCustomer } from '../cart/title-for-customer.ts'
import { useFaultFocus } from '../forms/field-errors.ts'
import { goneText } from '../forms/gone-text.ts'
import { useStoredDraft } from '../forms/stored-draft.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { invalidate } from '../queries.ts'
import { useSettledSave } from '../settled-save.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { today } from '../ui/clock.ts'
import { DateInput } from '../ui/date-input.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { focusFaulty } from '../ui/focus-faulty.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Select } from '../ui/select.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { toast } from '../ui/toaster.tsx'
import { NameField } from './name-field.tsx'
import {
  changeStanding,
  createStanding,
  draftOf,
  mergedDraft,
  type NewStanding,
  type StandingDraft,
  StoredStanding,
} from './standing-draft.ts'
import { StandingLines } from './standing-lines.tsx'

type EditStandingOrderProps = {
  /** The standing order to change, or the initial content of a new one. */
  edited: StandingOrder | NewStanding
  open: boolean
  onClose: () => void
}

/** The form of a standing order: its products, its days, and its rules for closed days and shortages. */
export function EditStandingOrder({ edited, open, onClose }: EditStandingOrderProps) {
  const form = useId()
  const { base, draft, setDraft, save } = useDraft(edited, open)
  const set = (changes: Partial<StandingDraft>) => setDraft(before => ({ ...before, ...changes }))
  const { run, pending, error } = useAction(save, {
    showError: 'inline',
    onSettled: () => void invalidate(createStandingOrder.invalidates),
    onReply: () => {
      showNextResults('standing-orders')
      onClose()
      toast.success('Düzenli sipariş kaydedildi')
    },
  })
  const place = useFaultFocus(error)
  const missing = errorFrom(error, 'items')
  const isGone = 'id' in edited && isNotFound(error)
  const fault = error && (isGone ? goneText('Bu düzenli sipariş') : faultOf(error))
  return (
    <FormDialog
      wide
      open={open}
      onClose={onClose}
      title={'id' in edited ? 'Düzenli siparişi düzenle' : 'Yeni düzenli sipariş'}
      description="Seçtiğiniz günlerde kendiliğinden, o günün fiyatlarıyla verilir."
      form={form}
      isChanged={draft !== base}
      loss="Düzenli siparişteki değişiklikler kaydedilmedi."
      busy={pending}
      busyText="Kaydediliyor"
      disabled={'id' in edited && draft.starts_on === ''}
    >
      <Form
        ref={place}
        id={form}
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          if (!focusFaulty(event.currentTarget)) void run()
        }}
      >
        {fault && !pending && <AlertStrip kind="error">{fault}</AlertStrip>}
        <NameField name={draft.name} onName={name => set({ name })} {...errorAt(error, 'name')} />
        <div className="grid grid-cols-1 gap-1">
          <StandingLines label="Ürünler" lines={draft.lines} onLines={lines => set({ lines })} />
          {missing && <FieldError id={`${form}-items`}>{missing}</FieldError>}
        </div>
        <Rhythm draft={draft} set={set} error={error} isNew={!('id' in edited)} />
        <Rules draft={draft} set={set} />
        <Field label="Sipariş notu" {...errorAt(error, 'notes')}>
          <Textarea value={draft.notes} maxLength={MAX_NOTE} onChange={({ target }) => set({ notes: target.value })} />
        </Field>
      </Form>
    </FormDialog>
  )
}

/** The edited content, which is kept when the session expires, and a function that saves it. */
function useDraft(edited: StandingOrder | NewStanding, open: boolean) {
  const [base] = useState(() => draftOf(edited))
  const [draft, setDraft] = useState(base)
  const { save, mayExist } = useSettledSave<StandingDraft, StandingOrder>(
    'id' in edited ? edited : undefined,
    (content, over, key) =>
      over ? changeStanding(over, content) : createStanding('owner' in edited ? edited.owner : null, content, key),
  )
  useStoredDraft({
    // Not for the lines of another order.
    name:
      'id' in edited
        ? `standing:${edited.id}`
        : `new-standing:${edited.owner ?? ''}:${edited.lines.map(line => line.product_id).join()}`,
    title: titleForCustomer(base.name || 'Yeni düzenli sipariş', 'id' in edited ? edited.customer_id : edited.owner),
    schema: StoredStanding,
    base,
    draft,
    isChanged: open && draft !== base,
    mayExist,
    merge: mergedDraft,
    set: setDraft,
  })
  return { base, draft, setDraft, save: () => save(draft) }
}

type PartProps = { draft: StandingDraft; set: (changes: Partial<StandingDraft>) => void }

/** The fields of the rhythm: weekdays, the interval in weeks, the first and the last day. */
function Rhythm({ draft, set, error, isNew }: PartProps & { error: ApiError | undefined; isNew: boolean }) {
  const { weekdays, every_weeks, starts_on, ends_on } = draft
  const wrong = errorFrom(error, 'weekdays')
  return (
    <>
      <fieldset aria-describedby={wrong ? 'weekdays-error' : undefined} className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">Günler</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          {WEEKDAYS.map(day => (
            <Checkbox
              key={day}
              label={weekdayName(day)}
              checked={weekdays.includes(day)}
              onChange={({ target }) =>
                set({ weekdays: WEEKDAYS.filter(one => (one === day ? target.checked : weekdays.includes(one))) })
              }
            />
          ))}
        </div>
        {wrong && <FieldError id="weekdays-error">{wrong}</FieldError>}
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Sıklık">
          <Select
            value={String(every_weeks)}
            onChange={({ target }) => set({ every_weeks: Number(target.value) })}
            options={FREQUENCIES}
          />
        </Field>
        <Field
          label={isNew ? 'Başlangıç (boşsa bugün)' : 'Başlangıç'}
          {...(isNew || starts_on ? errorAt(error, 'starts_on') : { error: 'Bir gün seçin' })}
        >
          <DateInput
            value={starts_on}
            {...(isNew && { min: today(), faults: FAULTS })}
            onDay={day => set({ starts_on: day })}
          />
        </Field>
        <Field label="Bitiş (isteğe bağlı)" {...errorAt(error, 'ends_on')}>
          <DateInput value={ends_on} min={starts_on || undefined} onDay={day => set({ ends_on: day })} />
        </Field>
      </div>
    </>
  )
}

const FAULTS = { early: 'Başlangıç geçmiş bir gün olamaz' }

const FREQUENCIES = Array.from({ length: MAX_EVERY_WEEKS }, (_, i) => ({
  value: String(i + 1),
  label: i === 0 ? 'Her hafta' : `${i + 1} haftada bir`,
}))

/** The fields of the rules: for a due day that is closed, and for a line that the stock does not cover. */
function Rules({ draft, set }: PartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Tatile veya kapalı güne denk gelirse">
        <Select
          value={draft.closed_days}
          onChange={({ target }) => set({ closed_days: target.value === 'skip' ? 'skip' : 'move' })}
          options={CLOSED_DAY_RULES.map(value => ({ value, label: CLOSED_DAY_LABELS[value] }))}
        />
      </Field>
      <Field label="Stok yetmezse">
        <Select
          value={draft.shortages}
          onChange={({ target }) => set({ shortages: target.value === 'leave_out' ? 'leave_out' : 'reduce' })}
          options={SHORTAGE_RULES.map(value => ({ value, label: SHORTAGE_LABELS[value] }))}
        />
      </Field>
    </div>
  )
}

const SHOWN_AT_FIELDS = ['name', 'notes', 'starts_on', 'ends_on', 'weekdays', 'items']

/** The message of an error that no field of the form shows. */
const faultOf = ({ message, errors }: ApiError) => {
  const other = errors.find(({ field }) => !SHOWN_AT_FIELDS.some(shown => field.startsWith(shown)))
  return errors.length === 0 ? message : other?.message
}

/** The message about a list field, or about one of its entries. */
const errorFrom = (error: ApiError | undefined, name: string) =>
  error?.errors.find(({ field }) => field.startsWith(name))?.message

const errorAt = (error: ApiError | undefined, name: string) => {
  const message = error?.errors.find(({ field }) => field === name)?.message
  return message ? { error: message } : {}
}
