import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { tr } from 'react-day-picker/locale/tr'
import { today as presentDay } from './clock.ts'
import { isDay } from './day-text.ts'
import { Floating, type OpenState } from './floating.tsx'

type CalendarProps = {
  state: OpenState
  /** YYYY-MM-DD, or any other text while no day is chosen. */
  value: string
  /**
   * The first and the last day that can be chosen, YYYY-MM-DD. A text that is not a day is no limit, nor is a first day
   * after the last one: they may come from another field.
   */
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
}

/** The calendar of a date field, loaded when it is first opened. It closes when a day is chosen. */
export function Calendar({ state, value, min, max, onDay }: CalendarProps) {
  const [today] = useState(presentDay)
  const chosen = isDay(value) ? localDate(value) : undefined
  const lastDay = max && isDay(max) ? max : undefined
  const firstDay = min && isDay(min) && !(lastDay && min > lastDay) ? min : undefined
  const [first, last] = [firstDay && localDate(firstDay), lastDay && localDate(lastDay)]
  return (
    <Floating state={state} label="Tarih seçin" className="rounded-md p-3">
      <DayPicker
        mode="single"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pattern of a date picker's dialog
        autoFocus
        fixedWeeks
        navLayout="around"
        locale={tr}
        today={localDate(today)}
        selected={chosen}
        defaultMonth={chosen ?? localDate(nearest(today, firstDay, lastDay))}
        startMonth={first || localDate('1900-01-01')}
        endMonth={last || localDate('2199-12-31')}
        disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
        onSelect={date => {
          onDay(dayOf(date))
          state.change(false)
        }}
        classNames={LOOKS}
      />
    </Floating>
  )
}

const STEP =
  'flex size-control items-center justify-center rounded-md text-ink-soft hover:bg-surface-sunken hover:text-ink aria-disabled:opacity-45'

const LOOKS = {
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-1',
  month_caption: 'text-center font-semibold',
  button_previous: STEP,
  button_next: STEP,
  chevron: 'size-4 fill-current',
  month_grid: 'col-span-3 border-collapse',
  // On the narrowest phones, a week of 44 px each is wider than the window.
  weekday: 'h-8 w-control font-normal text-ink-soft text-sm max-[21.75rem]:w-10',
  day: 'group/day p-0',
  day_button:
    'flex size-control items-center justify-center rounded-md tabular-nums max-[21.75rem]:w-10 hover:bg-surface-sunken disabled:cursor-not-allowed disabled:bg-transparent disabled:text-ink-faint aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint group-data-today/day:font-semibold group-data-today/day:text-brand-ink group-data-today/day:underline group-data-selected/day:bg-brand group-data-selected/day:text-on-brand!',
}

/** A day as a date in the browser's time zone, which the calendar uses. */
function localDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')

function nearest(day: string, min: string | undefined, max: string | undefined) {
  if (min && day < min) return min
  return max && day > max ? max : day
}
