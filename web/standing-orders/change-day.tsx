import { useId, useState } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { type ComingDay, changeStandingDay, type StandingOrder } from '#contract/standing-orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useCommand } from '../command.ts'
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
  const { lines, setLines, date, setDate, isChanged, change } = useDraft(standing, day)
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
          ? `${formatInstant(day.ordered_at)} saatinde verilecek. Yalnızca bu sipariş değişir.`
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

/** The edited order of the day, and a function that returns the request body. */
function useDraft(standing: StandingOrder, day: ComingDay) {
  const present: readonly Line[] = day.items ?? standing.items
  const [base] = useState({ lines: present, date: shownDate(day) })
  const [lines, setLines] = useState(base.lines)
  const [date, setDate] = useState(base.date)
  const change = () => ({
    due_on: day.due_on,
    ...(day.why === 'skipped' && { is_skipped: false }),
    ...(lines !== base.lines && {
      items: quantitiesOf(mergedLines(base.lines, lines, present, amountOf)),
    }),
    ...(date !== base.date && { moved_to: date }),
  })
  return { lines, setLines, date, setDate, isChanged: lines !== base.lines || date !== base.date, change }
}
