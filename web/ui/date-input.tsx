import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from './class-names.ts'
import { dayFault, dayFrom, dayText, isWholeDay } from './day-text.ts'
import { FieldError, labelIdOf } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { INPUT_LOOKS, useFieldAttributes } from './input.ts'
import { usePopover } from './popover.tsx'

// The calendar's library is large: loaded when it is first opened.
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

type DateInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'placeholder'
> & {
  /** YYYY-MM-DD, '' for none, or a text that is not a day. */
  value: string
  /** Called with the typed or chosen value, in the format of `value`; `dayFault` returns the error of a text. */
  onDay: (value: string) => void
  /** The first and the last day that the calendar offers, YYYY-MM-DD. Typed days are not limited without `faults`. */
  min?: string | undefined
  max?: string | undefined
  /** The errors of a typed day before `min`, and of a field that the user has emptied, if it must not be empty. */
  faults?: { early: string; empty?: string } | undefined
  /** Reports only days, and only when further typing cannot change them, for the filter of a list. */
  settled?: boolean
}

/**
 * A date field that shows `gg.aa.yyyy` in every browser, accepts `1.3.26` and has a calendar (Alt-↓). On blur it shows
 * why a text is not a day, unless the `Field` around it has an error.
 */
export function DateInput(props: DateInputProps) {
  const { value, onDay: _, min, max, faults: __, settled: ___, className, onBlur, onKeyDown, ...own } = props
  const attributes = useFieldAttributes(own)
  const [faultId, buttonId] = [useId(), useId()]
  const popover = usePopover()
  const { shown, fault, isFaulty, type, leave, choose } = useTypedDay(props)
  const error = attributes['aria-invalid'] ? undefined : fault
  const described = [attributes['aria-describedby'], error && faultId].filter(Boolean).join(' ')
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      popover.change(true)
    } else if (event.key === 'Enter' && !event.defaultPrevented) {
      // The shortcut that submits the form also submits the day just typed.
      flushSync(leave)
    }
    onKeyDown?.(event)
  }
  return (
    <>
      <span className={classNames('relative flex min-w-0 items-center', className)}>
        <input
          {...attributes}
          type="text"
          // Marks a field whose digits are neither a quantity nor a barcode, and whether they are no day.
          data-date={isFaulty ? 'faulty' : ''}
          // A phone's numeric keyboard; `01032026` is accepted as well.
          inputMode="numeric"
          autoComplete="off"
          size={11}
          placeholder="gg.aa.yyyy"
          aria-invalid={attributes['aria-invalid'] || error !== undefined || undefined}
          aria-describedby={described || undefined}
          value={shown}
          onChange={event => type(event.target.value)}
          onKeyDown={press}
          onBlur={event => {
            leave()
            onBlur?.(event)
          }}
          className={classNames(INPUT_LOOKS, 'h-control pr-9 pl-3 tabular-nums')}
        />
        <span className="absolute right-0">
          <IconButton
            {...popover.trigger}
            className="ring-inside"
            icon={CalendarDays}
            label="Takvimi aç"
            id={buttonId}
            aria-labelledby={`${buttonId} ${labelIdOf(attributes.id ?? '')}`}
            disabled={own.disabled || own.readOnly}
          />
        </span>
      </span>
      {error && <FieldError id={faultId}>{error}</FieldError>}
      {popover.open !== undefined && (
        <Suspense>
          <Calendar state={popover} value={value} min={min || undefined} max={max || undefined} onDay={choose} />
        </Suspense>
      )}
    </>
  )
}

/**
 * The text in the field: the typed text until the field is left, then the formatted day, or the text with its fault.
 */
function useTypedDay({ value, onDay, settled, min = '', faults }: DateInputProps) {
  const [typed, setTyped] = useState<{ text: string; over: string; isLeft: boolean }>()
  // A value set by something else replaces a text whose field was left.
  const current = typed && (!typed.isLeft || typed.over === value) ? typed : undefined
  const text = current?.text
  const faultIn = (meaning: string) => {
    if (meaning === '') return faults?.empty
    return dayFault(meaning) ?? (meaning < min ? faults?.early : undefined)
  }
  const report = (meaning: string) => {
    if (!settled || faultIn(meaning) === undefined) onDay(meaning)
  }
  const fault = text === undefined ? dayFault(value) : faultIn(dayFrom(text))
  return {
    shown: text ?? dayText(value),
    isFaulty: fault !== undefined,
    fault: current?.isLeft === false ? undefined : fault,
    type: (next: string) => {
      setTyped({ text: next, over: value, isLeft: false })
      if (!settled || next.trim() === '' || isWholeDay(next)) report(dayFrom(next))
    },
    leave: () => {
      if (text === undefined) return
      const meaning = dayFrom(text)
      setTyped(fault ? { text, over: settled ? value : meaning, isLeft: true } : undefined)
      if (meaning !== value && meaning !== '') report(meaning)
    },
    choose: (day: string) => {
      setTyped(undefined)
      onDay(day)
    },
  }
}
