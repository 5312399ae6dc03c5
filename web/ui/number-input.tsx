import { useState } from 'react'
import { decimalText, numberFrom } from './number-text.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

type NumberInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  /** `NaN` stands for text that is no number, and `undefined` for nothing. */
  value: number | undefined
  onValue: (value: number | undefined) => void
  /** Digits behind the comma; 0 for whole numbers, 2 for money. */
  decimals?: number
}

/** A number that takes `1.234,50` and shows it back so on leaving. With react-hook-form, stand it in a `Controller`. */
export function NumberInput({ value, onValue, decimals = 2, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const kept = value === undefined || Number.isNaN(value) ? undefined : decimalText(value, decimals)
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode={decimals ? 'decimal' : 'numeric'}
      value={typed ?? kept ?? ''}
      onChange={event => {
        setTyped(event.target.value)
        onValue(event.target.value.trim() ? (numberFrom(event.target.value) ?? Number.NaN) : undefined)
      }}
      onBlur={event => {
        // What was typed wrongly stays, beside the sentence that says how to mend it.
        const isShown = kept !== undefined && numberFrom(kept) === value
        if (isShown || value === undefined) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
