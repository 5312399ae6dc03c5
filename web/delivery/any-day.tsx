import { useState } from 'react'
import { istanbulDay } from '#contract/turkish.ts'
import { DateInput } from '../ui/date-input.tsx'
import { Field } from '../ui/field.tsx'
import { DaySelect, offeredDays } from './day-select.tsx'
import type { Delivery } from './delivery-query.ts'

type AnyDayProps = {
  delivery: Pick<Delivery, 'days' | 'now'>
  /** '' for none. */
  date: string
  /** Further choices, above the days. */
  before?: readonly { value: string; label: string }[]
  busy?: boolean
  onChoose: (day: string) => void
}

const OTHER = { value: 'other', label: 'Başka bir gün…' }
const MORE = [OTHER]
const FAULTS = { early: 'Teslimat günü bugün veya daha sonra olmalıdır', empty: 'Bir gün seçin' }
const NONE: readonly { value: string; label: string }[] = []

/** An admin's choice of a delivery day, which may also be past its cut-off, full or closed. */
export function AnyDay({ delivery, date, before = NONE, busy, onChoose }: AnyDayProps) {
  const [isOpen, setOpen] = useState(false)
  const isListed = before.some(({ value }) => value === date) || offeredDays(delivery).some(day => day.date === date)
  const isOther = isOpen || (date !== '' && !isListed)
  const choose = (chosen: string) => {
    setOpen(chosen === OTHER.value)
    if (chosen !== OTHER.value) onChoose(chosen)
  }
  return (
    <>
      <Field label="Teslimat günü">
        <DaySelect
          takesFull
          delivery={delivery}
          value={isOther ? OTHER.value : date}
          onChange={choose}
          before={before}
          more={MORE}
          disabled={busy}
        />
      </Field>
      {isOther && (
        <Field label="Gün" hint="Son sipariş saati geçmiş veya teslimat yapılmayan bir gün de olabilir.">
          <DateInput
            settled
            value={date}
            min={istanbulDay(delivery.now())}
            faults={FAULTS}
            onDay={onChoose}
            readOnly={busy}
          />
        </Field>
      )}
    </>
  )
}
