import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { instantInLocative } from '#contract/cutoff-text.ts'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { type ComingDay, changeStandingDay, type StandingOrder } from '#contract/standing-orders.ts'
import { useCommand } from '../command.ts'
import { useStoredDraft } from '../forms/stored-draft.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { mergedLines } from '../order-lists/merged-list.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { DateInput } from '../ui/date-input.tsx'
import { isDay } from '../ui/day-text.ts'
import { Field } from '../ui/field.tsx'
import { focusFaulty } from '../ui/focus-faulty.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toaster.tsx'
import { StoredLines } from './standing-draft.ts'
import { type Line, StandingLines } from './standing-lines.tsx'
import { amountOf, LATE, quantitiesOf, shownDate } from './standing-texts.ts'

type ChangeDayProps = {
  standing: StandingOrder
  day: ComingDay
  /** Whether the day can no longer be changed, so that the changes cannot be saved. */
  isOver: boolean
  open: boolean
  onClose: () => void
}

/**
 * Changes the products, the quantities or the date of one order of a standing order, without changing the others.
 * Changes that another user makes while the form is open are kept, and a skipped order is restored only after a
 * warning.
 */
export function ChangeDay({ standing, day, isOver, open, onClose }: ChangeDayProps) {
  const form = useId()
  const { lines, setLines, date, setDate, isChanged, change } = useDraft(standing, day, open)
  const { run, pending, error } = useCommand(changeStandingDay, {
    showError: 'inline',
    onReply: ({ coming }) => {
      showNextResults('standing-orders')
      onClose()
      const saved = coming.find(({ due_on }) => due_on === day.due_on)
      confirmSaved(saved ? shownDate(saved) : date, saved)
    },
  })
  return (
    <FormDialog
      wide
      focusTitle
      open={open}
      onClose={onClose}
      title={`${dayWithWeekday(isDay(date) ? date : shownDate(day))} siparişi`}
      description={
        day.ordered_at && date === shownDate(day)
          ? `${instantInLocative(day.ordered_at)} verilecek. Yalnızca bu sipariş değişir.`
          : 'Yalnızca bu sipariş değişir.'
      }
      form={form}
      isChanged={isChanged}
      loss="Bu siparişteki değişiklikler kaydedilmedi."
      busy={pending}
      busyText="Kaydediliyor"
      disabled={isOver || lines.length === 0 || date === ''}
    >
      <Form
        id={form}
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          if (!isOver && !focusFaulty(event.currentTarget)) void run({ params: { id: standing.id }, body: change() })
        }}
      >
        {isOver && (
          <AlertStrip kind="warning" title={LATE.title}>
            {LATE.reason}
          </AlertStrip>
        )}
        {day.why === 'skipped' && !isOver && (
          <AlertStrip kind="warning" title="Bu sipariş atlandı">
            Kaydederseniz atlama geri alınır ve sipariş verilir.
          </AlertStrip>
        )}
        {error && <AlertStrip kind="error">{error.errors[0]?.message ?? error.message}</AlertStrip>}
        <StandingLines label="Bu siparişin ürünleri" lines={lines} onLines={setLines} />
        {lines.length === 0 && <p className="text-danger-ink text-sm">En az bir ürün ekleyin veya siparişi atlayın.</p>}
        <Field label="Gün" className="sm:max-w-56" {...(date === '' && { error: 'Bir gün seçin' })}>
          <DateInput value={date} onDay={setDate} />
        </Field>
      </Form>
    </FormDialog>
  )
}

/** Says that the order of a date was changed, and if it will not be made, why. */
function confirmSaved(date: string, saved: ComingDay | undefined) {
  const done = `${dayWithWeekday(date)} siparişi değiştirildi`
  if (saved?.why === 'skipped') toast.warning(`${done}, ama bu arada atlandı; verilmeyecek`)
  else if (saved?.day === null) toast.warning(`${done}, ama o gün kapalı; verilmeyecek`)
  else toast.success(done)
}

type Draft = { lines: readonly Line[]; date: string }

const StoredDay = z.object({ lines: StoredLines, date: z.string() })

const mergedDraft = (base: Draft, mine: Draft, theirs: Draft): Draft => ({
  // Lines that were not edited must not be sent, as the day would no longer follow the standing order.
  lines: isSame(base.lines, mine.lines) ? theirs.lines : mergedLines(base.lines, mine.lines, theirs.lines, amountOf),
  date: mine.date === base.date ? theirs.date : mine.date,
})

const isSame = (one: readonly Line[], other: readonly Line[]) =>
  JSON.stringify(quantitiesOf(one)) === JSON.stringify(quantitiesOf(other))

/** The edited order of the day, which is kept when the session expires, and a function that returns the request body. */
function useDraft(standing: StandingOrder, day: ComingDay, open: boolean) {
  const present: readonly Line[] = day.items ?? standing.items
  const [base] = useState<Draft>({ lines: present, date: shownDate(day) })
  const [lines, setLines] = useState(base.lines)
  const [date, setDate] = useState(base.date)
  const isChanged = lines !== base.lines || date !== base.date
  useStoredDraft({
    name: `standing-day:${standing.id}:${day.due_on}`,
    title: `${dayWithWeekday(shownDate(day))} siparişi`,
    schema: StoredDay,
    base,
    draft: { lines, date },
    isChanged: open && isChanged,
    merge: mergedDraft,
    set: merged => {
      setLines(merged.lines)
      setDate(merged.date)
    },
  })
  const change = () => ({
    due_on: day.due_on,
    ...(day.why === 'skipped' && { is_skipped: false }),
    ...(lines !== base.lines && {
      items: quantitiesOf(mergedLines(base.lines, lines, present, amountOf)),
    }),
    ...(date !== base.date && { moved_to: date }),
  })
  return { lines, setLines, date, setDate, isChanged, change }
}
