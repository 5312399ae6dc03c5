import { type RawBuilder, sql } from 'kysely'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import { istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'

/** How long before a cut-off customers are reminded, in milliseconds. */
const AHEAD = 120 * 60_000

/** Whether it is time to remind of a cut-off. */
export function isClosing(cutoff: Date, now: Date) {
  const left = cutoff.getTime() - now.getTime()
  return left > 0 && left <= AHEAD
}

/** The day on which that time begins; customers who order until a cut-off at midnight do so on the evening before. */
export const dayOfReminders = (cutoff: Date) => istanbulDay(new Date(cutoff.getTime() - AHEAD))

/**
 * Whether a customer need not be reminded of a cut-off, having ordered on the day of the reminders or for the delivery
 * day of the cut-off; `day` is null if that is not known.
 */
export const hasOrdered = (customer_id: RawBuilder<unknown>, { day, cutoff }: { day: string | null; cutoff: Date }) =>
  sql<boolean>`exists (
    select from orders where orders.customer_id = ${customer_id} and orders.status = any(${REVENUE_STATUSES})
      and (orders.created_at >= ${startOfIstanbulDay(dayOfReminders(cutoff))} or orders.delivery_date = ${day})
  )`
