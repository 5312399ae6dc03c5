import { useFieldTies } from './field.tsx'

type RangeInputProps = {
  /** From 0, the one end, to 1, the other. */
  value: number
  onValue: (value: number) => void
}

/** A place between two ends, where no figure matters. Inside a `Field` it is tied to its label by itself. */
export function RangeInput({ value, onValue }: RangeInputProps) {
  return (
    <input
      {...useFieldTies({})}
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
