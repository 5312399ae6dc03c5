import { useFieldAttributes } from './input.ts'

type RangeInputProps = {
  /** Between 0 and 1. */
  value: number
  onValue: (value: number) => void
}

/** A slider without a visible number. Connects itself to the `Field` around it. */
export function RangeInput({ value, onValue }: RangeInputProps) {
  return (
    <input
      {...useFieldAttributes({})}
      type="range"
      min={0}
      max={1}
      step={0.05}
      value={value}
      onChange={({ target }) => onValue(target.valueAsNumber)}
      className="h-control w-full cursor-pointer"
    />
  )
}
