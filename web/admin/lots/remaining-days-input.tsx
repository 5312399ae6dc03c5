import type { ComponentProps } from 'react'
import { NumberInput } from '../../ui/number-input.tsx'

type RemainingDaysInputProps = Omit<ComponentProps<typeof NumberInput>, 'value' | 'onChange' | 'onValue'> & {
  value: number | null | undefined
  onChange: (days: number | null) => void
}

/** A form field for the minimum of days that lots must have left; empty for no demand. */
export function RemainingDaysInput({ value, onChange, ...rest }: RemainingDaysInputProps) {
  return (
    <NumberInput
      {...rest}
      decimals={0}
      value={value ?? undefined}
      onValue={days => onChange(days ?? null)}
      suffix="gün"
    />
  )
}
