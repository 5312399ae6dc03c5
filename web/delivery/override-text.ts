import { dayWithWeekday } from '#contract/delivery-days.ts'
import type { DayObstacle } from './day-obstacle.ts'

/** The obstacle as a sentence of the dialog in which an admin overrides it. */
export const dayObstacleText = (obstacle: DayObstacle, date: string) =>
  obstacle === 'day_full'
    ? `${dayWithWeekday(date)} teslimatı dolu.`
    : `${dayWithWeekday(date)} için son sipariş saati geçti veya o gün teslimat yok.`
