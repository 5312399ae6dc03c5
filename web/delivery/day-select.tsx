import { dayFromToday, daysToOffer } from '#contract/delivery-days.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { capitalized } from '#contract/turkish.ts'
import { Select } from '../ui/select.tsx'
import { useToday } from '../ui/today.ts'
import type { Delivery } from './delivery-query.ts'

type Choice = { value: string; label: string }

type DaySelectProps = {
  delivery: Pick<Delivery, 'days' | 'now'>
  value: string
  onChange: (day: string) => void
  /** Whether full days can also be chosen. */
  takesFull?: boolean
  /** Further choices, above and below the days. */
  before?: readonly Choice[]
  more?: readonly Choice[]
  disabled?: boolean
}

const NONE: readonly Choice[] = []

/** What is said instead of the choice if no day takes orders. */
export const NO_DAY = `${REFUSALS.delivery_day_unavailable.detail(null, null)}.`

/** The days that can be chosen from a list, though an admin also knows later ones. */
export const offeredDays = ({ days }: Pick<Delivery, 'days'>) => daysToOffer(days, ({ isFull }) => isFull)

/** The choice of one of the next delivery days. Inside a `Field`. */
export function DaySelect({ delivery, value, onChange, takesFull = false, disabled, ...further }: DaySelectProps) {
  const { before = NONE, more = NONE } = further
  // The labels name today and tomorrow.
  useToday()
  const now = delivery.now()
  const options = offeredDays(delivery).map(({ date, isFull }) => ({
    value: date,
    label: `${capitalized(dayFromToday(date, now))}${isFull ? ' · dolu' : ''}`,
    disabled: isFull && !takesFull,
  }))
  return (
    <Select
      options={[...before, ...options, ...more]}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.target.value)}
    />
  )
}
