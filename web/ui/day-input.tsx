import { useId } from 'react'
import { DateInput } from './date-input.tsx'
import { labelIdOf } from './field.tsx'

type DayInputProps = { label: string; value: string; onDay: (day: string) => void; min?: string; max?: string }

/** A date field of a list's filters; the value is YYYY-MM-DD, or '' for none. Only days are reported. */
export function DayInput({ label, ...field }: DayInputProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 grid-cols-[auto_1fr] content-start items-start gap-x-2 gap-y-1 max-sm:grid-cols-1">
      <label id={labelIdOf(id)} htmlFor={id} className="flex items-center text-ink-soft text-sm sm:h-control">
        {label}
      </label>
      {/* The error floats below the field, so that it moves neither the other filters nor the list. */}
      <div className="relative grid min-w-0 sm:w-36 [&>p]:absolute [&>p]:inset-x-0 [&>p]:top-full [&>p]:z-10 [&>p]:mt-1 [&>p]:rounded-md [&>p]:bg-surface-raised [&>p]:p-2 [&>p]:shadow-float">
        <DateInput id={id} {...field} settled />
      </div>
    </div>
  )
}

type DayRangeProps = {
  from: string | undefined
  to: string | undefined
  set: (changes: { from: string } | { to: string }) => void
}

/** The first and the last day of a list's filter, kept together when the filters wrap. */
export function DayRange({ from = '', to = '', set }: DayRangeProps) {
  return (
    <div className="contents sm:flex sm:gap-2">
      <DayInput label="Başlangıç" value={from} max={to} onDay={day => set({ from: day })} />
      <DayInput label="Bitiş" value={to} min={from} onDay={day => set({ to: day })} />
    </div>
  )
}
