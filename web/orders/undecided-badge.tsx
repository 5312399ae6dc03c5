import { useUndecidedCount, useUndecidedText } from '../pwa/outbox-counts.ts'

/** The number of orders that wait for a decision, shown at the link to them. */
export function UndecidedBadge() {
  const count = useUndecidedCount()
  const text = useUndecidedText()
  if (count === 0) return null
  return (
    <span className="ml-1.5 min-w-5 rounded-full bg-danger px-1 text-center font-semibold text-on-danger text-xs">
      <span aria-hidden>{count}</span>
      <span className="sr-only"> {text}</span>
    </span>
  )
}
