import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { daysBetween } from '#contract/calendar.ts'
import { REVERSED_PERIOD } from '#contract/fields.ts'
import { type Kurus, kurus, sum } from '#contract/money.ts'
import { ORDER_STATUSES, REVENUE_STATUSES } from '#contract/order-status.ts'
import {
  DEFAULT_REPORT_DAYS,
  MAX_REPORT_DAYS,
  MAX_REPORT_YEARS,
  MAX_TOP_CUSTOMERS,
  type SalesReport,
} from '#contract/reports.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { inSnapshot, type Pool } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'
import { monthsAndDays } from './months-and-days.ts'
import { salesIn } from './revenue.ts'

export type RequestedPeriod = { from?: string | undefined; to?: string | undefined }

/** Sales of a period by several dimensions, read from one snapshot. Revenue includes VAT. */
export async function readSales(db: Pool, requested: RequestedPeriod, now: Date): Promise<SalesReport> {
  const { from, to } = periodOf(requested, now)
  return inSnapshot(db, async tx => {
    const sums = tx.selectFrom('order_sums').where('day', '>=', from).where('day', '<=', to).select(SALES)
    const byDay = await sums.select('day').where('status', 'in', REVENUE_STATUSES).groupBy('day').execute()
    const byStatus = await sums.select('status').groupBy('status').execute()
    return {
      from,
      to,
      total: totalOf(byDay),
      before: await salesBefore(tx, { from, to }, now),
      by_day: withEmptyDays(from, to, byDay),
      by_status: ORDER_STATUSES.map(status => byStatus.find(row => row.status === status) ?? { ...NOTHING, status }),
      by_category: await salesByCategory(tx, from, to),
      ...(await salesByCustomer(tx, from, to)),
    }
  })
}

/** The period of a report, by default the last `DEFAULT_REPORT_DAYS` days; refuses one that is reversed or too long. */
export function periodOf({ from, to }: RequestedPeriod, now: Date) {
  const today = istanbulDay(now)
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? daysLater(last, 1 - DEFAULT_REPORT_DAYS)
  if (first > last) refuseField('invalid_input', 'from', REVERSED_PERIOD)
  if (daysLater(first, MAX_REPORT_DAYS) <= last)
    refuseField('invalid_input', 'from', `Rapor en fazla ${MAX_REPORT_YEARS} yılı kapsayabilir`)
  return { from: first, to: last }
}

const SALES = [sql<number>`sum(orders)`.as('orders'), sql<Kurus>`sum(amount)`.as('revenue')] as const

const NOTHING = { orders: 0, revenue: kurus(0) }

type Sold = SalesReport['total']

const totalOf = (sales: Sold[]): Sold => ({
  orders: sales.reduce((total, { orders }) => total + orders, 0),
  revenue: sum(sales.map(({ revenue }) => revenue)),
})

/** The sales of the period of the same length before this one; up to the same moment, if this one is not over. */
async function salesBefore(
  db: Database,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<SalesReport['before']> {
  const days = daysBetween(from, to) + 1
  const first = daysLater(from, -days)
  const today = istanbulDay(now)
  if (from <= today && today <= to) {
    const until = new Date(now.getTime() - days * DAY)
    const [sold = NOTHING] = await salesIn(db, [{ first, to: until }])
    return { from: first, to: istanbulDay(until), until: until.toISOString(), ...sold }
  }
  const rows = await db
    .selectFrom('order_sums')
    .where('day', '>=', first)
    .where('day', '<', from)
    .where('status', 'in', REVENUE_STATUSES)
    .select(SALES)
    .groupBy('day')
    .execute()
  return { from: first, to: daysLater(from, -1), until: null, ...totalOf(rows) }
}

const DAY = 24 * 60 * 60 * 1000

function withEmptyDays(from: string, to: string, sold: SalesReport['by_day']): SalesReport['by_day'] {
  const days = new Map(sold.map(row => [row.day, row]))
  const all: SalesReport['by_day'] = []
  for (let day = from; day <= to; day = daysLater(day, 1)) all.push(days.get(day) ?? { ...NOTHING, day })
  return all
}

/** By the product's current category. VAT is computed per line and rounded as in the order. */
function salesByCategory(db: Database, from: string, to: string) {
  return db
    .selectFrom('category_line_sums')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select('category')
    .select([sql<number>`sum(quantity)::bigint`.as('quantity'), sql<Kurus>`sum(amount)`.as('revenue')])
    .groupBy('category')
    .having(eb => eb.fn.sum('quantity'), '>', 0)
    .orderBy('revenue', 'desc')
    .orderBy('category')
    .execute()
}

/** By the customer's current marketer, and by customer. */
function salesByCustomer(db: Database, from: string, to: string) {
  const { months, days } = monthsAndDays(from, to)
  return db
    .with('sold', qb =>
      qb
        .selectFrom(
          sql<{ customer_id: string; orders: number; amount: Kurus }>`(
            select customer_id, orders, amount from monthly_customer_order_sums
            where month = any(${months}::date[])
            union all
            select customer_id, sign, sign * grand_total
            from unnest(
              ${days.map(({ from: first }) => startOfIstanbulDay(first))}::timestamptz[],
              ${days.map(({ to: last }) => startOfIstanbulDay(daysLater(last, 1)))}::timestamptz[],
              ${days.map(({ sign }) => sign)}::integer[]
            ) as span (start, until, sign),
            lateral (
              select customer_id, grand_total from orders
              where created_at >= start and created_at < until and status = any(${REVENUE_STATUSES}) offset 0
            ) as orders
          )`.as('sums'),
        )
        .groupBy('customer_id')
        .having(eb => eb.fn.sum('orders'), '>', 0)
        .select('customer_id')
        .select(SALES),
    )
    .selectNoFrom(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('sold')
          .innerJoin('customers', 'customers.id', 'customer_id')
          .leftJoin('accounts', 'accounts.id', 'assigned_marketer_id')
          .select(['assigned_marketer_id as marketer_id', 'accounts.name as marketer_name'])
          .select([sql<number>`sum(orders)`.as('orders'), sql<Kurus>`sum(revenue)`.as('revenue')])
          .groupBy(['assigned_marketer_id', 'accounts.name'])
          .orderBy('revenue', 'desc')
          .orderBy('accounts.name')
          .orderBy('assigned_marketer_id'),
      ).as('by_marketer'),
      jsonArrayFrom(
        eb
          .selectFrom('sold')
          .innerJoin('accounts', 'accounts.id', 'customer_id')
          .select(['customer_id', 'accounts.name as company_name', 'orders', 'revenue'])
          .orderBy('revenue', 'desc')
          .orderBy('accounts.name')
          .orderBy('customer_id')
          .limit(MAX_TOP_CUSTOMERS),
      ).as('top_customers'),
    ])
    .executeTakeFirstOrThrow()
}
