import { weekdayOf } from '#contract/calendar.ts'
import type { Order } from '#contract/orders.ts'
import { formatDay } from '#contract/turkish.ts'

// Does not import the delivery rules, as lists of orders load this file.

const NAMES = ['Paz', 'Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt'] as const

/** A weekday (1 is Monday, 7 Sunday) in three letters. */
export const shortWeekday = (weekday: number) => NAMES[weekday % 7] ?? ''

/** A calendar day (YYYY-MM-DD) with its weekday: '26.11.2026 Per'. */
export const dayWithShortWeekday = (day: string) => `${formatDay(day)} ${shortWeekday(weekdayOf(day))}`

/** Whether a list has a column for delivery days: only if one of its orders has such a day. */
export const hasDeliveryDays = (orders: readonly Pick<Order, 'delivery_date'>[]) =>
  orders.some(order => order.delivery_date !== null)
