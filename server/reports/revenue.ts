import { sql } from 'kysely'
import { firstOfMonth, mondayOf } from '#contract/calendar.ts'
import type { Kurus } from '#contract/money.ts'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import type { Revenue } from '#contract/reports.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'

/** From the beginning of a day in Istanbul to an instant, both included. Without a first day it has no beginning. */
type Period = { first: string | undefined; to: Date }

/** Revenue of today, this week, this month and in total, with the previous period up to the same point. */
export async function readRevenue(db: Database, now: Date): Promise<Revenue> {
  const today = istanbulDay(now)
  const month = firstOfMonth(today)
  const monday = mondayOf(today)
  const periods = [
    ...withPrevious(now, today, daysLater(today, -1)),
    ...withPrevious(now, monday, daysLater(monday, -7)),
    ...withPrevious(now, month, firstOfMonth(daysLater(month, -1))),
    { first: undefined, to: now },
  ]
  const sales = await salesIn(db, periods)
  const compared = (i: number) => ({ ...sales[i]!, before: sales[i + 1]! })
  return { today: compared(0), this_week: compared(2), this_month: compared(4), total: sales[6]! }
}

function withPrevious(now: Date, first: string, previousFirst: string): [Period, Period] {
  const from = startOfIstanbulDay(first)
  const previousFrom = startOfIstanbulDay(previousFirst)
  // The previous month may have fewer days than have passed of this one.
  const to = new Date(Math.min(previousFrom.getTime() + now.getTime() - from.getTime(), from.getTime() - 1))
  return [
    { first, to: now },
    { first: previousFirst, to },
  ]
}

/** The sales of each period, on one snapshot: the sums of its whole days, and the orders of its last one. */
export async function salesIn(db: Database, periods: Period[]): Promise<Revenue['total'][]> {
  const lastDays = periods.map(({ to }) => istanbulDay(to))
  const { rows } = await sql<{ orders: number; revenue: Kurus }>`
    select whole.orders + part.orders as orders, whole.amount + part.amount as revenue
    from unnest(
      ${periods.map(({ first }) => first ?? '-infinity')}::date[], ${lastDays}::date[],
      ${lastDays.map(startOfIstanbulDay)}::timestamptz[], ${periods.map(({ to }) => to)}::timestamptz[]
    ) with ordinality as period (first, last, last_from, last_to, place),
    lateral (
      select coalesce(sum(orders), 0) as orders, coalesce(sum(amount), 0) as amount from order_sums
      where day >= first and day < last and status = any(${REVENUE_STATUSES})
    ) as whole,
    lateral (
      select count(*) as orders, coalesce(sum(grand_total), 0) as amount from orders
      where created_at >= last_from and created_at <= last_to and status = any(${REVENUE_STATUSES})
    ) as part
    order by place`.execute(db)
  return rows
}
