import { useId, useState } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { type ComingDay, changeStandingDay, type StandingOrder } from '#contract/standing-orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useCommand } from '../command.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { DateInput } from '../ui/date-input.tsx'
import { Field } from '../ui/field.tsx'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toaster.tsx'
import { focusFaultyLine, type Line, StandingLines } from './standing-lines.tsx'
import { quantitiesOf } from './standing-words.ts'

type ChangeDayProps = { standing: StandingOrder; day: ComingDay; open: boolean; onClose: () => void }

/** Changes the products, the quantities or the date of one order of a standing order; the others stay as they are. */
export function ChangeDay({ standing, day, open, onClose }: ChangeDayProps) {
  const form = useId()
  const [base] = useState({ lines: day.items ?? standing.items, date: day.day ?? day.due_on })
  const [lines, setLines] = useState<readonly Line[]>(base.lines)
  const [date, setDate] = useState(base.date)
  const { run, pending, error } = useCommand(changeStandingDay, {
    showError: 'inline',
    againWhenLost: true,
    onReply: () => {
      onClose()
      toast.success(`${dayWithWeekday(date)} siparişi değiştirildi`)
    },
  })
  const send = () => {
    const moved_to = date === day.due_on ? null : date
    const body = {
      due_on: day.due_on,
      is_skipped: false,
      ...(lines !== base.lines && { items: quantitiesOf(lines) }),
      ...(date !== base.date && { moved_to }),
    }
    void run({ params: { id: standing.id }, body })
  }
  return (
    <FormDialog
      wide
      open={open}
      onClose={onClose}
      title={`${dayWithWeekday(date || day.due_on)} siparişi`}
      description={
        day.ordered_at
          ? `${formatInstant(day.ordered_at)} saatinde verilecek. Yalnızca bu sipariş değişir.`
          : 'Yalnızca bu sipariş değişir.'
      }
      form={form}
      isChanged={lines !== base.lines || date !== base.date}
      loss="Bu siparişteki değişiklikler kaydedilmedi."
      busy={pending}
      busyText="Kaydediliyor"
      disabled={lines.length === 0}
    >
      <Form
        id={form}
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          if (!focusFaultyLine(event.currentTarget)) send()
        }}
      >
        {error && <AlertStrip kind="error">{error.errors[0]?.message ?? error.message}</AlertStrip>}
        <StandingLines label="Bu siparişin ürünleri" lines={lines} onLines={setLines} />
        {lines.length === 0 && <p className="text-danger-ink text-sm">En az bir ürün ekleyin veya siparişi atlayın.</p>}
        <Field label="Gün" className="sm:max-w-56">
          <DateInput value={date} onDay={setDate} />
        </Field>
      </Form>
    </FormDialog>
  )
}
