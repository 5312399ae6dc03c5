import { PencilLine, RotateCcw, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { instantInLocative } from '#contract/cutoff-text.ts'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { type ComingDay, changeStandingDay, type StandingOrder } from '#contract/standing-orders.ts'
import { useRowCommand } from '../lists/row-command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSheet } from '../ui/sheet-address.ts'
import { toast } from '../ui/toaster.tsx'
import { dayAddress, isSkippable } from './opened-day.tsx'
import { dayNote, shownDate } from './standing-texts.ts'

/** The next orders of a standing order; each can be changed or skipped. */
export function ComingDays({ standing }: { standing: StandingOrder }) {
  const sheet = useSheet('day')
  const { run, pending } = useRowCommand(changeStandingDay, {
    showError: 'toast',
    onReply: ({ coming }, { body }) => {
      showNextResults('standing-orders')
      const skipped = body?.is_skipped && coming.find(({ due_on }) => due_on === body.due_on)
      if (!skipped) return
      toast.success(`${dayWithWeekday(shownDate(skipped))} siparişi atlandı`, {
        action: { label: 'Geri al', onClick: () => skip(skipped.due_on, false) },
      })
    },
  })
  const [sent, setSent] = useState('')
  const skip = (due_on: string, is_skipped: boolean) => {
    setSent(due_on)
    void run({ params: { id: standing.id }, body: { due_on, is_skipped } })
  }
  const asked = useSheet('skip')
  const toSkip = standing.coming.find(day => asked.id === dayAddress(standing, day) && isSkippable(day))
  if (standing.coming.length === 0) return <p className="text-ink-soft">Yaklaşan sipariş yok.</p>
  return (
    <>
      <ul aria-label="Yaklaşan siparişler" className="divide-y divide-line">
        {standing.coming.map(day => (
          <Day
            key={day.due_on}
            day={day}
            saving={pending && (sent === day.due_on ? 'this' : 'other')}
            onSkip={() => skip(day.due_on, day.why !== 'skipped')}
            onChange={() => sheet.open(dayAddress(standing, day))}
          />
        ))}
      </ul>
      {toSkip && (
        <ConfirmDialog
          open
          onOpenChange={asked.close}
          title="Bu seferlik atlansın mı?"
          confirm="Bu seferlik atla"
          onConfirm={() => {
            asked.close()
            skip(toSkip.due_on, true)
          }}
        >
          “{standing.name}” {dayWithWeekday(shownDate(toSkip))} günü sipariş vermez; sonraki siparişler değişmez.
        </ConfirmDialog>
      )}
    </>
  )
}

type DayProps = {
  day: ComingDay
  /** Whether this day or another one is being saved. */
  saving: false | 'this' | 'other'
  onSkip: () => void
  onChange: () => void
}

function Day({ day, saving, onSkip, onChange }: DayProps) {
  const [date, note] = [dayWithWeekday(shownDate(day)), dayNote(day)]
  const isSkipped = day.why === 'skipped'
  const action = isSkipped ? 'Atlamayı geri al' : 'Bu seferlik atla'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-40 flex-1">
        <span className={classNames('block', day.day === null && 'text-ink-soft line-through')}>{date}</span>
        {note && <span className="block text-ink-soft text-sm">{note}</span>}
        {day.ordered_at && !isSkipped && (
          <span className="block text-ink-soft text-sm">{instantInLocative(day.ordered_at)} verilecek</span>
        )}
      </span>
      <span className="flex gap-2">
        {day.is_changeable && !isSkipped && (
          <Button size="small" icon={PencilLine} aria-label={`Değiştir: ${date}`} onClick={onChange}>
            Değiştir
          </Button>
        )}
        {day.is_changeable && (isSkipped || day.day !== null) && (
          <Button
            size="small"
            icon={isSkipped ? RotateCcw : SkipForward}
            busy={saving === 'this'}
            busyText="Kaydediliyor"
            disabled={saving === 'other'}
            action={action}
            aria-label={`${action}: ${date}`}
            onClick={onSkip}
          >
            {action}
          </Button>
        )}
      </span>
    </li>
  )
}
