import { type FormEvent, useId, useState } from 'react'
import { readDeliveryRules, setException } from '#contract/delivery.ts'
import { dayWithWeekday, EXCEPTION_KINDS, EXCEPTION_LABELS } from '#contract/delivery-days.ts'
import {
  type DeliveryException,
  type DeliveryRoute,
  MAX_EXCEPTION_NOTE,
  type NewDeliveryException,
} from '#contract/delivery-rules.ts'
import { formatDay } from '#contract/turkish.ts'
import { request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { isText, isTextOrNull } from '../../stored-values.ts'
import { today } from '../../ui/clock.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { isDay } from '../../ui/day-text.ts'
import { Field } from '../../ui/field.tsx'
import { focusFaulty } from '../../ui/focus-faulty.ts'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useClosedDayWarning } from './closed-day-warning.ts'

type ExceptionDialogProps = {
  /** The day that the form begins with, YYYY-MM-DD; '' for none. */
  day: string
  routes: readonly DeliveryRoute[]
  open: boolean
  onClose: () => void
}

const FAULTS = { early: 'Geçmiş bir gün seçilemez' }
const KINDS = EXCEPTION_KINDS.map(value => ({ value, label: EXCEPTION_LABELS[value] }))

/** Closes a day, or adds a day of delivery, for one route or for all. */
export function ExceptionDialog({ day, routes, open, onClose }: ExceptionDialogProps) {
  const form = useId()
  const { draft, set, isChanged, reset } = useDraft(day, open)
  const [wasSent, setSent] = useState(false)
  const close = () => {
    reset()
    setSent(false)
    onClose()
  }
  const isRouteGone = draft.route_id !== null && !routes.some(({ id }) => id === draft.route_id)
  const { save, pending } = useSaving(close)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    if (!focusFaulty(event.currentTarget) && isDay(draft.date) && !isRouteGone) void save(draft)
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Özel gün"
      form={form}
      isChanged={isChanged}
      loss="Özel gün kaydedilmedi."
      busy={pending}
      busyText="Kaydediliyor"
    >
      <Form id={form} onSubmit={send}>
        {/* Of a text that is not a day, and of a past one, the field says itself why. */}
        <Field label="Gün" required {...(wasSent && draft.date === '' && { error: 'Bir gün seçin' })}>
          <DateInput value={draft.date} min={today()} faults={FAULTS} onDay={date => set({ date })} />
        </Field>
        <Segmented block label="Ne olacak" value={draft.kind} onChange={kind => set({ kind })} options={KINDS} />
        <Field label="Rota" {...(isRouteGone && { error: 'Bu rota silindi; başka bir seçim yapın' })}>
          <Select
            placeholder="Tüm rotalar"
            options={[
              ...routes.map(({ id, name }) => ({ value: id, label: name })),
              ...(isRouteGone ? [{ value: draft.route_id ?? '', label: 'Silinmiş rota' }] : []),
            ]}
            value={draft.route_id ?? ''}
            onChange={({ target }) => set({ route_id: target.value || null })}
          />
        </Field>
        <NoteField note={draft.note} onNote={note => set({ note })} />
      </Form>
    </FormDialog>
  )
}

/** Saves an exception; instead of another one, which another admin may have entered, only after a question. */
function useSaving(onSaved: () => void) {
  const warn = useClosedDayWarning()
  const { run, pending } = useCommand(setException, {
    showError: 'alert',
    onReply: ({ date, kind, route_id }) => {
      onSaved()
      if (kind === 'closed') void warn({ date, route_id })
      toast.success(kind === 'closed' ? 'Gün kapatıldı' : 'Teslimat günü eklendi', { description: formatDay(date) })
    },
  })
  const [isAsking, setAsking] = useState(false)
  const save = async (draft: NewDeliveryException) => {
    let isRefused = false
    await run({ body: { ...draft, replaces: false } }, error => {
      isRefused = error.is(setException, 'exception_exists')
      if (!isRefused) window.alert(error.message)
    })
    if (!isRefused) return
    setAsking(true)
    const question = questionAbout(draft, await otherThan(draft))
    setAsking(false)
    if (window.confirm(question)) await run({ body: { ...draft, replaces: true } })
  }
  return { save, pending: pending || isAsking }
}

/** How long the question waits for what it names, in milliseconds. */
const NAMING_LIMIT = 3000

/** The saved exception of the same day and route; undefined if it is unknown, for instance without a connection. */
async function otherThan({ date, route_id }: NewDeliveryException): Promise<DeliveryException | undefined> {
  const late = new Promise<undefined>(resolve => setTimeout(resolve, NAMING_LIMIT, undefined))
  const rules = await Promise.race([request(readDeliveryRules, {}).catch(() => undefined), late])
  return rules?.exceptions.find(one => one.date === date && one.route_id === route_id)
}

function questionAbout({ date, route_id }: NewDeliveryException, other: DeliveryException | undefined) {
  const routes = route_id === null ? 'tüm rotalar' : 'bu rota'
  const named = other ? `: ${EXCEPTION_LABELS[other.kind]}${other.note && ` (${other.note})`}` : ''
  return `${dayWithWeekday(date)} gününe ${routes} için başka bir özel gün girilmiş${named}. Onun yerine bu kaydedilsin mi?`
}

/** The entered exception, which is kept when the session expires. */
function useDraft(day: string, open: boolean) {
  const [base] = useState<NewDeliveryException>({ date: day, route_id: null, kind: 'closed', note: '' })
  const [draft, setDraft] = useState(base)
  const isChanged = draft !== base && JSON.stringify(draft) !== JSON.stringify(base)
  const set = (changes: Partial<NewDeliveryException>) => setDraft(typed => ({ ...typed, ...changes }))
  useStoredForm({
    name: `delivery-exception:${day}`,
    title: 'Özel gün',
    changed: () => (open && isChanged ? draft : {}),
    restore: ({ date, route_id, kind, note }) =>
      set({
        ...(isText(date) && { date }),
        ...(isTextOrNull(route_id) && { route_id }),
        kind: EXCEPTION_KINDS.find(one => one === kind) ?? base.kind,
        ...(isText(note) && { note }),
      }),
  })
  return { draft, set, isChanged, reset: () => setDraft(base) }
}

function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <Field label="Açıklama" hint="İsteğe bağlı: sayım, araç bakımda…">
      <TextInput value={note} maxLength={MAX_EXCEPTION_NOTE} onChange={({ target }) => onNote(target.value)} />
    </Field>
  )
}
