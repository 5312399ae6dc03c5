import type { Order } from '#contract/orders.ts'
import { formatDay } from '#contract/turkish.ts'

// Without the rules of deliveries: lists of orders load it.

const WEEKDAYS = ['Paz', 'Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt'] as const

/** A weekday (1 is Monday, 7 Sunday) in three letters. */
export const shortWeekday = (weekday: number) => WEEKDAYS[weekday % 7] ?? ''

/** A calendar day (YYYY-MM-DD) with its weekday: '26.11.2026 Per'. */
export const shortDay = (day: string) => `${formatDay(day)} ${shortWeekday(new Date(`${day}T00:00:00Z`).getUTCDay())}`

/** Whether a list has a column for delivery days: none, before a wholesaler has any. */
export const hasDeliveryDays = (orders: readonly Pick<Order, 'delivery_date'>[]) =>
  orders.some(order => order.delivery_date !== null)
