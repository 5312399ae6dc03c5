import { type FormEvent, useId, useRef, useState } from 'react'
import { weekdayOf } from '#contract/calendar.ts'
import { changeRoute, createRoute } from '#contract/delivery.ts'
import { weekdayName } from '#contract/delivery-days.ts'
import { type DeliveryRoute, MAX_DAYS_BEFORE, type NewRoute } from '#contract/delivery-rules.ts'
import { WEEKDAYS } from '#contract/standing-plan.ts'
import { isNotFound } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { shortWeekday } from '../../delivery/short-weekdays.ts'
import { useStoredDraft } from '../../forms/stored-draft.ts'
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
  draftOf,
  type RouteDraft,
  rebaseRouteDraft,
  StoredRoute,
  timeFrom,
} from './route-draft.ts'

type RouteDialogProps = {
  /** The route to edit, in its latest state; if absent, a new one is added. */
  route: DeliveryRoute | undefined
  open: boolean
  onClose: () => void
}

/**
 * Adds a route, or changes its name, days, cut-off, capacity and amounts. A change that another admin saves while the
 * form is open replaces neither an edited field nor an edited day.
 */
export function RouteDialog({ route, open, onClose }: RouteDialogProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { draft, set, isChanged, faults, submit, busy } = useRouteForm(route, open, onClose)
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
        <Field label="Rota adı" required error={faults.name}>
          <TextInput autoComplete="off" value={draft.name} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        <Weekdays chosen={draft.weekdays} fault={faults.weekdays} onChange={weekdays => set({ weekdays })} />
        <RouteFields draft={draft} faults={faults} set={set} />
      </Form>
    </FormDialog>
  )
}

function useRouteForm(route: DeliveryRoute | undefined, open: boolean, onClose: () => void) {
  const [base, setBase] = useState(() => draftOf(route))
  const [draft, setDraft] = useState(base)
  const [faults, setFaults] = useState<NonNullable<CheckedRoute['faults']>>({})
  const present = draftOf(route)
  // Not while it closes: the list has the old route until it is refetched.
  if (open && JSON.stringify(present) !== JSON.stringify(base)) {
    setBase(present)
    setDraft(rebaseRouteDraft(draft, base, present))
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base)
  useStoredDraft({
    name: `delivery-route:${route?.id ?? ''}`,
    title: route?.name ?? 'Yeni rota',
    schema: StoredRoute,
    base,
    draft,
    isChanged: open && isChanged,
    merge: (before, mine, now) => rebaseRouteDraft(mine, before, now),
    set: setDraft,
  })
  const saved = (message: string) => (reply: DeliveryRoute) => {
    const next = draftOf(route && reply)
    setBase(next)
    setDraft(next)
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
    const checked = checkedRoute(draft)
    setFaults(checked.faults ?? {})
    if (!checked.route) return false
    if (route) void saveChange(route, checked.route)
    else void create.run({ body: checked.route })
    return true
  }
  return {
    draft,
    set: (changes: Partial<RouteDraft>) => setDraft(typed => ({ ...typed, ...changes })),
    isChanged,
    faults,
    submit,
    busy: create.pending || change.pending,
  }
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

type RouteFieldsProps = {
  draft: RouteDraft
  faults: NonNullable<CheckedRoute['faults']>
  set: (changes: Partial<RouteDraft>) => void
}

function RouteFields({ draft, faults, set }: RouteFieldsProps) {
  const amount = (name: 'capacity' | 'minimum' | 'fee', label: string, hint: string) => (
    <Field label={label} hint={hint} error={faults[name]}>
      <NumberInput
        decimals={name === 'capacity' ? 0 : 2}
        value={draft[name]}
        onValue={value => set({ [name]: value })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Son sipariş saati" required error={faults.cutoff_time} hint="Örneğin 16:00">
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          value={draft.cutoff_time}
          onChange={({ target }) => set({ cutoff_time: target.value })}
          onBlur={() => set({ cutoff_time: timeFrom(draft.cutoff_time) })}
        />
      </Field>
      <Field label="Son sipariş günü" error={faults.days_before}>
        <Select
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
  label: days === 0 ? 'Teslimat günü' : `Teslimattan ${days} gün önce`,
}))
