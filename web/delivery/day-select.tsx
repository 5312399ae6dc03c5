import { dayFromToday } from '#contract/delivery-days.ts'
import { Select } from '../ui/select.tsx'
import type { Delivery } from './delivery-query.ts'

type DaySelectProps = {
  delivery: Pick<Delivery, 'days' | 'now'>
  value: string
  onChange: (day: string) => void
  /** Whether full days can be chosen, too. */
  takesFull?: boolean
  /** Further choices, below the days. */
  more?: readonly { value: string; label: string }[]
  disabled?: boolean
}

const NONE: readonly { value: string; label: string }[] = []

/** The choice of one of the next delivery days. Inside a `Field`. */
export function DaySelect({ delivery, value, onChange, takesFull = false, more = NONE, disabled }: DaySelectProps) {
  const now = delivery.now()
  const options = delivery.days.map(({ date, isFull }) => ({
    value: date,
    label: `${capital(dayFromToday(date, now))}${isFull ? ' · dolu' : ''}`,
    disabled: isFull && !takesFull,
  }))
  return (
    <Select
      options={[...options, ...more]}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** A text that begins with a capital letter. */
export const capital = (text: string) => `${text.slice(0, 1).toLocaleUpperCase('tr')}${text.slice(1)}`
