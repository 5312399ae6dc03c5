import { useState } from 'react'
import { TextInput } from '../ui/text-input.tsx'

type DayInputProps = { label: string; value: string; onDay: (day: string) => void; min?: string; max?: string }

// While a year is typed, the browser reports 0002, 0020 and 0202 on the way to 2026.
const EARLIEST = '2000-01-01'

/** A day of the calendar (YYYY-MM-DD), or none. */
export function DayInput({ label, value, onDay, min = EARLIEST, max }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <label className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:gap-1">
      <span className="text-ink-soft text-sm">{label}</span>
      <TextInput
        type="date"
        value={typed ?? value}
        min={min || EARLIEST}
        max={max || undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          // A half-typed day is reported as none, too.
          if (target.value ? target.value >= EARLIEST : !target.validity.badInput) onDay(target.value)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  )
}
