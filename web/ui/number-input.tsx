import { useState } from 'react'
import { fieldText } from './decimal-text.ts'
import { numberFrom } from './number-text.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

type NumberInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  /** `NaN` for text that is not a number, `undefined` for an empty field. */
  value: number | undefined
  onValue: (value: number | undefined) => void
  /** Decimal places; 0 for whole numbers, 2 for money. */
  decimals?: number
}

/** A number field that accepts `1.234,50` and reformats on blur. With react-hook-form, use it in a `Controller`. */
export function NumberInput({ value, onValue, decimals = 2, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: number | undefined }>()
  const [seen, setSeen] = useState(value)
  if (!Object.is(value, seen)) {
    setSeen(value)
    // The value was set from outside the field, which must no longer show the typed text.
    if (typed && !Object.is(value, typed.value)) setTyped(undefined)
  }
  const formatted = value === undefined || Number.isNaN(value) ? undefined : fieldText(value, decimals)
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode={decimals ? 'decimal' : 'numeric'}
      value={typed?.text ?? formatted ?? ''}
      onChange={event => {
        const text = event.target.value
        const number = text.trim() ? (numberFrom(text) ?? Number.NaN) : undefined
        setTyped({ text, value: number })
        onValue(number)
      }}
      onBlur={event => {
        // Invalid input remains as typed, beside the error message.
        const isShown = formatted !== undefined && numberFrom(formatted) === value
        if (isShown || value === undefined) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
