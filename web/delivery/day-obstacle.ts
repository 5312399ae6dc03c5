import { dayWithWeekday } from '#contract/delivery-days.ts'
import type { Delivery } from './delivery-query.ts'

/** An obstacle to a delivery day, which an admin can override. */
export type DayObstacle = 'day_closed' | 'day_full'

/** The obstacles to an order for a day: none or one. */
export function dayObstacles({ days }: Pick<Delivery, 'days'>, date: string | null): DayObstacle[] {
  if (date === null) return []
  const day = days.find(one => one.date === date)
  if (!day) return ['day_closed']
  return day.isFull ? ['day_full'] : []
}

/** The obstacle as a sentence of the dialog in which an admin overrides it. */
export const dayObstacleText = (obstacle: DayObstacle, date: string) =>
  obstacle === 'day_full'
    ? `${dayWithWeekday(date)} teslimatı dolu.`
    : `${dayWithWeekday(date)} için son sipariş saati geçti veya o gün teslimat yok.`
