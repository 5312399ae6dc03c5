import type { OverridableRule } from '#contract/overridable-rules.ts'
import type { Delivery } from './delivery-query.ts'

/** An obstacle to a delivery day, which an admin can override. */
export type DayObstacle = 'day_closed' | 'day_full'

/** The obstacles to an order for a day; a day that takes no more orders may also be full. */
export function dayObstacles({ days, fullDays }: Pick<Delivery, 'days' | 'fullDays'>, date: string | null) {
  const obstacles: DayObstacle[] = []
  if (date === null) return obstacles
  const day = days.find(one => one.date === date)
  if (!day) obstacles.push('day_closed')
  if (day?.isFull ?? fullDays.includes(date)) obstacles.push('day_full')
  return obstacles
}

/** What prevents an order, unless an admin overrides it. */
export type DeliveryObstacle = DayObstacle | 'below_minimum'

/** The rules that an admin overrides with an obstacle: the app does not know why a day takes no orders. */
const RULES_OF: Record<DeliveryObstacle, readonly OverridableRule[]> = {
  day_closed: ['cutoff_passed', 'delivery_day_unavailable'],
  day_full: ['delivery_day_full'],
  below_minimum: ['minimum_not_reached'],
}

/** The rules that an admin overrides who has confirmed these obstacles. */
export const rulesOf = (obstacles: readonly DeliveryObstacle[]): OverridableRule[] =>
  obstacles.flatMap(obstacle => RULES_OF[obstacle])
