import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { weekdayOf } from '#contract/calendar.ts'
import { changeRoute, createRoute } from '#contract/delivery.ts'
import { weekdayName } from '#contract/delivery-days.ts'
import { type DeliveryRoute, MAX_DAYS_BEFORE, type NewRoute } from '#contract/delivery-rules.ts'
import { WEEKDAYS } from '#contract/standing-plan.ts'
import { isNotFound } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { shortWeekday } from '../../delivery/short-weekdays.ts'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useClosedDaysWarning } from './closed-day-warning.ts'
import {
  type CheckedRoute,
  changeOf,
  checkedRoute,
  daysBeforeText,
  draftOf,
  type RouteDraft,
  type RouteField,
  timeFrom,
} from './route-draft.ts'
import { useRouteDraft } from './use-route-draft.ts'

type RouteDialogProps = {
  /** The route to edit, in its latest state; if absent, a new one is added. */
  route: DeliveryRoute | undefined
  open: boolean
  onClose: () => void
}

/**
 * Adds a route, or changes its name, days, cut-off, capacity and amounts. A change that another admin saves while the
 * form is open replaces neither an edited field, below which it is named, nor an edited day.
 */
export function RouteDialog({ route, open, onClose }: RouteDialogProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const focus = (field: RouteField) => form.current?.querySelector<HTMLElement>(`[data-field=${field}]`)?.focus()
  const { draft, set, isChanged, conflicts, faults, submit, busy } = useRouteForm(route, { open, onClose }, focus)
  const about: About = (field, label, hint) => {
    const conflict = conflicts.get(field)
    return { label, error: faults[field], hint: conflict ? <ConflictNote label={label} {...conflict} /> : hint }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!submit())
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-faulty]')?.focus(),
      )
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={route ? 'Rotayı düzenle' : 'Yeni rota'}
      form={id}
      isChanged={isChanged}
      loss={`${route?.name ?? 'Yeni rota'} için yazdıklarınız kaybolur.`}
      save={route ? 'Kaydet' : 'Rotayı ekle'}
      busy={busy}
      busyText="Rota kaydediliyor"
    >
      <Form ref={form} id={id} onSubmit={send}>
        <Field {...about('name', 'Rota adı')} required>
          <TextInput
            data-field="name"
            autoComplete="off"
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <Weekdays chosen={draft.weekdays} fault={faults.weekdays} onChange={weekdays => set({ weekdays })} />
        <RouteFields draft={draft} about={about} set={set} />
      </Form>
    </FormDialog>
  )
}

function useRouteForm(
  route: DeliveryRoute | undefined,
  { open, onClose }: Pick<RouteDialogProps, 'open' | 'onClose'>,
  focus: (field: RouteField) => void,
) {
  const { reset, ...form } = useRouteDraft(route, open, focus)
  const [faults, setFaults] = useState<NonNullable<CheckedRoute['faults']>>({})
  const saved = (message: string) => (reply: DeliveryRoute) => {
    reset(draftOf(route && reply))
    onClose()
    toast.success(message, { description: reply.name })
  }
  const warn = useClosedDaysWarning()
  const sent = { showError: 'alert' } as const
  const create = useCommand(createRoute, { ...sent, onReply: saved('Rota eklendi') })
  const change = useCommand(changeRoute, {
    ...sent,
    showError: error => window.alert(isNotFound(error) ? DELETED : error.message),
    onReply: saved('Rota güncellendi'),
  })
  const saveChange = async (before: DeliveryRoute, after: NewRoute) => {
    const reply = await change.run({ params: { id: before.id }, body: changeOf(before, after) })
    const removed = before.weekdays.filter(day => reply && !reply.weekdays.includes(day))
    if (removed.length > 0) await warn(({ date }) => removed.includes(weekdayOf(date)), before.id)
  }
  const submit = () => {
    const checked = checkedRoute(form.draft)
    setFaults(checked.faults ?? {})
    if (!checked.route) return false
    if (route) void saveChange(route, checked.route)
    else void create.run({ body: checked.route })
    return true
  }
  return { ...form, faults, submit, busy: create.pending || change.pending }
}

const DELETED = 'Bu rota silinmiş; değişiklikleriniz kaydedilemez'

type WeekdaysProps = {
  chosen: readonly number[]
  fault: string | undefined
  onChange: (weekdays: readonly number[]) => void
}

/** The days of the week as toggles. */
function Weekdays({ chosen, fault, onChange }: WeekdaysProps) {
  const toggle = (day: number) =>
    onChange(chosen.includes(day) ? chosen.filter(one => one !== day) : [...chosen, day].sort((a, b) => a - b))
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-medium text-sm">Teslimat günleri</legend>
      <div className="grid grid-cols-7 gap-1">
        {WEEKDAYS.map((day, place) => (
          <button
            key={day}
            type="button"
            aria-label={weekdayName(day)}
            aria-pressed={chosen.includes(day)}
            data-faulty={(fault !== undefined && place === 0) || undefined}
            onClick={() => toggle(day)}
            className={classNames(
              'min-h-11 rounded-md border font-medium text-sm transition-colors',
              chosen.includes(day)
                ? 'border-brand bg-brand text-on-brand'
                : 'border-line-strong bg-surface text-ink hover:bg-surface-sunken',
            )}
          >
            {shortWeekday(day)}
          </button>
        ))}
      </div>
      {fault && (
        <p role="alert" className="font-medium text-danger-ink text-sm">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** The label of a field, its fault, and below it its hint, or another admin's change of it. */
type About = (field: RouteField, label: string, hint?: string) => { label: string; error?: string; hint?: ReactNode }

type RouteFieldsProps = {
  draft: RouteDraft
  about: About
  set: (changes: Partial<RouteDraft>) => void
}

function RouteFields({ draft, about, set }: RouteFieldsProps) {
  const amount = (name: 'capacity' | 'minimum' | 'fee', label: string, hint: string) => (
    <Field {...about(name, label, hint)}>
      <NumberInput
        data-field={name}
        decimals={name === 'capacity' ? 0 : 2}
        value={draft[name]}
        onValue={value => set({ [name]: value })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...about('cutoff_time', 'Son sipariş saati', 'Örneğin 16:00')} required>
        <TextInput
          data-field="cutoff_time"
          inputMode="numeric"
          autoComplete="off"
          value={draft.cutoff_time}
          onChange={({ target }) => set({ cutoff_time: target.value })}
          onBlur={() => set({ cutoff_time: timeFrom(draft.cutoff_time) })}
        />
      </Field>
      <Field {...about('days_before', 'Son sipariş günü')}>
        <Select
          data-field="days_before"
          options={DAYS_BEFORE}
          value={String(draft.days_before)}
          onChange={({ target }) => set({ days_before: Number(target.value) })}
        />
      </Field>
      {amount('capacity', 'Günlük kapasite', 'Bir günde en çok kaç sipariş. Boşsa sınır yok.')}
      {amount('minimum', 'En az sipariş tutarı (₺)', 'KDV dahil. Boşsa genel tutar geçerli, 0 ise alt sınır yok.')}
      {amount(
        'fee',
        'Teslimat ücreti (₺)',
        'En az tutarın altındaki siparişlere, KDV dahil. Boşsa genel ücret geçerli.',
      )}
    </div>
  )
}

const DAYS_BEFORE = Array.from({ length: MAX_DAYS_BEFORE + 1 }, (_, days) => ({
  value: String(days),
  label: daysBeforeText(days),
}))
