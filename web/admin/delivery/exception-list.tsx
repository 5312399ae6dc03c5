import { CalendarPlus, X } from 'lucide-react'
import { type FocusEvent, useRef, useState } from 'react'
import { deleteException, setException } from '#contract/delivery.ts'
import { dayWithWeekday, EXCEPTION_LABELS } from '#contract/delivery-days.ts'
import type { DeliveryException, DeliveryRoute } from '#contract/delivery-rules.ts'
import { useCommand } from '../../command.ts'
import { useDeleteCommand } from '../../delete-command.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useRowFocus } from '../../ui/row-focus.ts'
import { toast } from '../../ui/toaster.tsx'
import { useClosedDayWarning } from './closed-day-warning.ts'
import { ExceptionDialog } from './exception-form.tsx'

type ExceptionListProps = { exceptions: readonly DeliveryException[]; routes: readonly DeliveryRoute[] }

/** The days on which deliveries deviate from the weekdays and holidays. */
export function ExceptionList({ exceptions, routes }: ExceptionListProps) {
  /** The form of a new one, and the number of times that it was opened. */
  const [adding, setAdding] = useState({ nr: 0, open: false })
  return (
    <Card
      title="Özel günler"
      action={
        <Button size="small" icon={CalendarPlus} onClick={() => setAdding({ nr: adding.nr + 1, open: true })}>
          Özel gün ekle
        </Button>
      }
    >
      {exceptions.length === 0 ? (
        <p className="text-ink-soft">
          Girilmiş özel gün yok. Resmî tatiller takvimde kendiliğinden vardır; kapalı veya ek teslimat günlerini buradan
          girebilirsiniz.
        </p>
      ) : (
        <Rows exceptions={exceptions} routes={routes} />
      )}
      {adding.nr > 0 && (
        <ExceptionDialog
          key={adding.nr}
          day=""
          routes={routes}
          open={adding.open}
          onClose={() => setAdding({ ...adding, open: false })}
        />
      )}
    </Card>
  )
}

function Rows({ exceptions, routes }: ExceptionListProps) {
  const list = useRef<HTMLUListElement>(null)
  // A removed row's focus goes to the next row, not to its button, as the next press would remove that, too.
  const { hold, onBlur } = useRowFocus({ rows: exceptions, rowKey: ({ id }) => id }, index =>
    list.current?.querySelectorAll('li')[index]?.focus(),
  )
  const routeName = new Map(routes.map(({ id, name }) => [id, name]))
  return (
    <ul ref={list} aria-label="Özel günler" className="divide-y divide-line">
      {exceptions.map((exception, index) => (
        <ExceptionRow
          key={exception.id}
          exception={exception}
          where={exception.route_id === null ? 'Tüm rotalar' : (routeName.get(exception.route_id) ?? '')}
          focus={{ onFocus: () => hold(exception, index), onBlur }}
        />
      ))}
    </ul>
  )
}

type ExceptionRowProps = {
  exception: DeliveryException
  /** The routes to which it applies. */
  where: string
  /** What follows the focus of the row. */
  focus: { onFocus: () => void; onBlur: (event: FocusEvent) => void }
}

function ExceptionRow({ exception, where, focus }: ExceptionRowProps) {
  const { date, kind, note } = exception
  const remove = useRemoval(exception, where)
  return (
    <li {...focus} tabIndex={-1} className="flex items-center gap-3 py-1">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{dayWithWeekday(date)}</span>
          <Badge tone={kind === 'closed' ? 'red' : 'green'}>{EXCEPTION_LABELS[kind]}</Badge>
        </span>
        <span className="block break-words text-ink-soft text-sm">
          {where}
          {note && ` · ${note}`}
        </span>
      </span>
      <IconButton icon={X} label={`Özel günü kaldır: ${dayWithWeekday(date)}`} onClick={remove} />
    </li>
  )
}

/** Removes an exception at once; the toast names its day and undoes it, as the row may have moved under the finger. */
function useRemoval({ id, ...removed }: DeliveryException, where: string) {
  const description = [dayWithWeekday(removed.date), where].filter(Boolean).join(' · ')
  const warn = useClosedDayWarning()
  const restoring = useCommand(setException, {
    showError: 'alert',
    onReply: () => {
      toast.success('Özel gün yeniden eklendi', { description })
      if (removed.kind === 'closed') void warn(removed)
    },
  })
  // Another admin may have entered another one for the day meanwhile.
  const restore = () => void restoring.run({ body: { ...removed, replaces: false } })
  const removing = useDeleteCommand(deleteException, {
    showError: 'alert',
    onDeleted: () => {
      toast.success('Özel gün kaldırıldı', { description, action: { label: 'Geri al', onClick: restore } })
      if (removed.kind === 'extra') void warn(removed)
    },
  })
  return () => void removing.run({ params: { id } })
}
