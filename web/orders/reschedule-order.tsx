import { useState } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import { isBelowMinimum } from '#contract/delivery-fee.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { isOverridden, type OverridableRule } from '#contract/overridable-rules.ts'
import { formatDay, istanbulDay } from '#contract/turkish.ts'
import { useSession } from '../current-session.ts'
import { rulesOf } from '../delivery/day-obstacle.ts'
import { DaySelect } from '../delivery/day-select.tsx'
import { chosenOrNext, type Delivery, useDelivery } from '../delivery/delivery-query.ts'
import { reschedule } from '../pwa/outbox.ts'
import type { OrderEntry } from '../pwa/outbox-entry.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useJustReplaced } from '../ui/just-replaced.ts'
import { toast } from '../ui/toaster.tsx'

/**
 * Chooses another day for a waiting order that was refused for its delivery day. An admin can also place it for that
 * day nevertheless, unless it is over.
 */
export function RescheduleOrder({ entry }: { entry: OrderEntry }) {
  const known = useDelivery(entry.customer?.id ?? null)
  // Days fetched before the refusal may still include the refused day.
  const delivery = known && { ...known, days: known.days.filter(({ date }) => date !== entry.body.delivery_date) }
  const isAdmin = useSession()?.role === 'admin'
  // What an admin has overridden of the day does not apply to another one, but the minimum does.
  const isBelow = known && known.terms.fee === null && isBelowMinimum(known.terms, orderTotals(entry.lines).grand)
  const keepsMinimum = isOverridden(entry.overrides_delivery, 'minimum_not_reached')
  const ofMinimum = keepsMinimum ? rulesOf(['below_minimum']) : []
  const [chosen, setChosen] = useState('')
  const day = delivery && chosenOrNext(delivery, chosen)
  const refused = entry.body.delivery_date
  // A day that is over cannot be overridden.
  const canOverride = isAdmin && known && refused && refused >= istanbulDay(known.now())
  const send = async (date: string, overrides: OverridableRule[]) => {
    if (!(await reschedule(entry, { delivery_date: date, overrides }))) return
    toast.info(`Sipariş ${dayWithWeekday(date)} teslimatı için yeniden gönderiliyor`)
  }
  return (
    <>
      {delivery && day && (
        <OtherDay
          delivery={delivery}
          date={day.date}
          chosen={chosen}
          onChange={setChosen}
          onSend={() => void send(day.date, isBelow ? ofMinimum : [])}
        />
      )}
      {canOverride && (
        <SameDay
          date={refused}
          onSend={date => void send(date, [...rulesOf(['day_closed', 'day_full']), ...ofMinimum])}
        />
      )}
    </>
  )
}

type OtherDayProps = {
  delivery: Delivery
  date: string
  chosen: string
  onChange: (day: string) => void
  onSend: () => void
}

function OtherDay({ delivery, date, chosen, onChange, onSend }: OtherDayProps) {
  const isUnread = useJustReplaced(date, chosen)
  return (
    <div className="flex flex-wrap items-end gap-2 max-sm:*:basis-full">
      <Field label="Yeni teslimat günü" className="sm:w-72">
        <DaySelect delivery={delivery} value={date} onChange={onChange} />
      </Field>
      <GuardedButton variant="primary" held={isUnread} onClick={onSend}>
        {formatDay(date)} için sipariş ver
      </GuardedButton>
    </div>
  )
}

function SameDay({ date, onSend }: { date: string; onSend: (date: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        Yine de {formatDay(date)} için al
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sipariş yine de alınsın mı?"
        confirm="Siparişi al"
        isUnderFinger
        onConfirm={() => {
          setAsking(false)
          onSend(date)
        }}
      >
        {dayWithWeekday(date)} teslimatı artık sipariş almıyor. İşlem geçmişine yazılır.
      </ConfirmDialog>
    </>
  )
}
