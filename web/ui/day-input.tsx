import { useState } from 'react'
import { DateInput } from './date-input.tsx'

type DayInputProps = { label: string; value: string; onDay: (day: string) => void; min?: string; max?: string }

// While 2026 is typed, the browser reports the years 0002, 0020 and 0202, which are ignored.
const EARLIEST = '2000-01-01'

/** A date field; the value is YYYY-MM-DD, or '' for none. */
export function DayInput({ label, value, onDay, min = EARLIEST, max }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <label className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:gap-1">
      <span className="text-ink-soft text-sm">{label}</span>
      <DateInput
        value={typed ?? value}
        min={min || EARLIEST}
        max={max || undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          // The browser also reports an incomplete date as ''.
          if (target.value ? target.value >= EARLIEST : !target.validity.badInput) onDay(target.value)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  )
}
