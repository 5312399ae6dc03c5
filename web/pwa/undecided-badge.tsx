import { useUndecidedOrders } from './held-orders.ts'

/** How many orders wait for a decision, behind the link that leads to them. */
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
