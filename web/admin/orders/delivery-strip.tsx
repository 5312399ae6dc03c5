import { Truck } from 'lucide-react'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { Button } from '../../ui/button.tsx'
import type { useOrderFilter } from './order-filters.tsx'

/** Shows what is delivered tomorrow, once there are routes. */
export function DeliveryStrip({ filter }: { filter: ReturnType<typeof useOrderFilter> }) {
  const { routes, query, set } = filter
  if (routes.length === 0) return null
  const tomorrow = daysLater(istanbulDay(new Date()), 1)
  const isTomorrow = query.delivery_date === tomorrow
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="small"
        icon={Truck}
        aria-pressed={isTomorrow}
        onClick={() => set({ delivery_date: isTomorrow ? '' : tomorrow })}
      >
        Yarının rotası
      </Button>
    </div>
  )
}
