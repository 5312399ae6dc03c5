import { sql } from 'kysely'
import type { Kurus } from '#contract/money.ts'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import type { Revenue } from '#contract/reports.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'

type Period = { from: Date; to: Date }

/** Revenue of today, this week, this month and in total, with the previous period up to the same point. */
export async function readRevenue(db: Database, now: Date): Promise<Revenue> {
  const today = istanbulDay(now)
  const month = `${today.slice(0, 7)}-01`
  const monday = daysLater(today, -((new Date(today).getUTCDay() + 6) % 7))
  const [day, week, thisMonth, total] = await Promise.all([
    compared(db, now, today, daysLater(today, -1)),
    compared(db, now, monday, daysLater(monday, -7)),
    compared(db, now, month, `${daysLater(month, -1).slice(0, 7)}-01`),
    salesIn(db, { from: new Date(0), to: now }),
  ])
  return { today: day, this_week: week, this_month: thisMonth, total }
}

async function compared(db: Database, now: Date, currentStart: string, previousStart: string) {
  const from = startOfIstanbulDay(currentStart)
  const previousFrom = startOfIstanbulDay(previousStart)
  // The previous month may have fewer days than have passed of this one.
  const previousTo = new Date(Math.min(previousFrom.getTime() + now.getTime() - from.getTime(), from.getTime() - 1))
  const [sales, salesBefore] = await Promise.all([
    salesIn(db, { from, to: now }),
    salesIn(db, { from: previousFrom, to: previousTo }),
  ])
  return { ...sales, before: salesBefore }
}

function salesIn(db: Database, { from, to }: Period) {
  return db
    .selectFrom('orders')
    .where('status', 'in', REVENUE_STATUSES)
    .where('created_at', '>=', from.toISOString())
    .where('created_at', '<=', to.toISOString())
    .select(eb => [eb.fn.countAll<number>().as('orders'), sql<Kurus>`coalesce(sum(grand_total), 0)`.as('revenue')])
    .executeTakeFirstOrThrow()
}
