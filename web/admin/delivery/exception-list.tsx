import { CalendarPlus, X } from 'lucide-react'
import { useState } from 'react'
import { deleteException } from '#contract/delivery.ts'
import { dayWithWeekday, EXCEPTION_LABELS } from '#contract/delivery-days.ts'
import type { DeliveryException, DeliveryRoute } from '#contract/delivery-rules.ts'
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
  const { run } = useDeleteCommand(deleteException, {
    showError: 'alert',
    onDeleted: () => toast.success('Özel gün kaldırıldı'),
  })
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
          {exceptions.map(({ id, date, route_id, kind, note }) => (
            <li key={id} className="flex items-center gap-3 py-1">
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium">{dayWithWeekday(date)}</span>
                  <Badge tone={kind === 'closed' ? 'red' : 'green'}>{EXCEPTION_LABELS[kind]}</Badge>
                </span>
                <span className="block break-words text-ink-soft text-sm">
                  {route_id === null ? 'Tüm rotalar' : routeName.get(route_id)}
                  {note && ` · ${note}`}
                </span>
              </span>
              <IconButton
                icon={X}
                label={`Özel günü kaldır: ${dayWithWeekday(date)}`}
                onClick={() => void run({ params: { id } })}
              />
            </li>
          ))}
        </ul>
      )}
      <ExceptionDialog day="" routes={routes} open={isAdding} onClose={() => setAdding(false)} />
    </Card>
  )
}
