import { useUndecidedOrders } from '../pwa/outbox-counts.ts'

/** The number of orders that wait for a decision, shown at the link to them. */
export function UndecidedBadge() {
  const count = useUndecidedOrders()
  if (count === 0) return null
  return (
    <span className="ml-1.5 min-w-5 rounded-full bg-danger px-1 text-center font-semibold text-on-danger text-xs">
      {count}
      <span className="sr-only"> sipariş kararınızı bekliyor</span>
    </span>
  )
}
