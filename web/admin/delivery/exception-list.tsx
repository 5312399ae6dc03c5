import { CalendarPlus, X } from 'lucide-react'
import { useState } from 'react'
import { deleteException, setException } from '#contract/delivery.ts'
import { dayWithWeekday, EXCEPTION_LABELS } from '#contract/delivery-days.ts'
import type { DeliveryException, DeliveryRoute } from '#contract/delivery-rules.ts'
import { useCommand } from '../../command.ts'
import { useDeleteCommand } from '../../delete-command.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toaster.tsx'
import { ExceptionDialog } from './exception-form.tsx'

type ExceptionListProps = { exceptions: readonly DeliveryException[]; routes: readonly DeliveryRoute[] }

/** The days on which deliveries deviate from the weekdays and holidays. */
export function ExceptionList({ exceptions, routes }: ExceptionListProps) {
  const [isAdding, setAdding] = useState(false)
  const routeName = new Map(routes.map(({ id, name }) => [id, name]))
  return (
    <Card
      title="Özel günler"
      action={
        <Button size="small" icon={CalendarPlus} onClick={() => setAdding(true)}>
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
        <ul aria-label="Özel günler" className="divide-y divide-line">
          {exceptions.map(exception => (
            <ExceptionRow
              key={exception.id}
              exception={exception}
              where={exception.route_id === null ? 'Tüm rotalar' : (routeName.get(exception.route_id) ?? '')}
            />
          ))}
        </ul>
      )}
      <ExceptionDialog day="" routes={routes} open={isAdding} onClose={() => setAdding(false)} />
    </Card>
  )
}

/** An exception, and `where` it applies. */
type ExceptionRowProps = { exception: DeliveryException; where: string }

function ExceptionRow({ exception, where }: ExceptionRowProps) {
  const { date, kind, note } = exception
  const remove = useRemoval({ exception, where })
  return (
    <li className="flex items-center gap-3 py-1">
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

/** Removes an exception at once. The toast names its day and can undo it, as another admin's change may have moved it. */
function useRemoval({ exception: { id, ...removed }, where }: ExceptionRowProps) {
  const description = [dayWithWeekday(removed.date), where].filter(Boolean).join(' · ')
  const restoring = useCommand(setException, {
    showError: 'alert',
    onReply: () => toast.success('Özel gün geri geldi', { description }),
  })
  const restore = () => void restoring.run({ body: removed })
  const removing = useDeleteCommand(deleteException, {
    showError: 'alert',
    onDeleted: () =>
      toast.success('Özel gün kaldırıldı', { description, action: { label: 'Geri al', onClick: restore } }),
  })
  return () => void removing.run({ params: { id } })
}
