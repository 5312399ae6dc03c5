import { sql } from 'kysely'
import { type Kurus, kurus } from '#contract/money.ts'
import { ORDER_STATUSES, REVENUE_STATUSES } from '#contract/order-status.ts'
import { DEFAULT_REPORT_DAYS, MAX_REPORT_DAYS, MAX_TOP_CUSTOMERS, type SalesReport } from '#contract/reports.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { inSnapshot, type Pool } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'

type RequestedPeriod = { from?: string | undefined; to?: string | undefined }

/** Sales of a period by several dimensions, read from one snapshot. Revenue includes VAT. */
export async function readSales(db: Pool, requested: RequestedPeriod, now: Date): Promise<SalesReport> {
  const { from, to } = periodOf(requested, now)
  return inSnapshot(db, async tx => {
    const orders = ordersOf(tx, from, to)
    const byDay = await orders
      .select(DAY.as('day'))
      .select(SALES)
      .where('status', 'in', REVENUE_STATUSES)
      .groupBy(DAY)
      .execute()
    const byStatus = await orders.select('status').select(SALES).groupBy('status').execute()
    return {
      from,
      to,
      by_day: withEmptyDays(from, to, byDay),
      by_status: ORDER_STATUSES.map(status => byStatus.find(row => row.status === status) ?? { ...NOTHING, status }),
      by_category: await salesByCategory(orders),
      by_marketer: await salesByMarketer(orders),
      top_customers: await topCustomers(orders),
    }
  })
}

function periodOf({ from, to }: RequestedPeriod, now: Date) {
  const today = istanbulDay(now)
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? daysLater(last, 1 - DEFAULT_REPORT_DAYS)
  if (first > last) refuseField('invalid_input', 'from', 'Başlangıç tarihi bitiş tarihinden sonra olamaz')
  if (daysLater(first, MAX_REPORT_DAYS) <= last)
    refuseField('invalid_input', 'from', 'Rapor en fazla 10 yılı kapsayabilir')
  return { from: first, to: last }
}

function ordersOf(db: Database, from: string, to: string) {
  return db
    .selectFrom('orders')
    .where('orders.created_at', '>=', startOfIstanbulDay(from).toISOString())
    .where('orders.created_at', '<', startOfIstanbulDay(daysLater(to, 1)).toISOString())
}

type Orders = ReturnType<typeof ordersOf>

const SALES = [sql<number>`count(*)`.as('orders'), sql<Kurus>`coalesce(sum(grand_total), 0)`.as('revenue')] as const

/** The order's day in Istanbul, which has been at UTC+3 since 2016. */
const DAY = sql<string>`(orders.created_at at time zone 'UTC' + interval '3 hours')::date`

const NOTHING = { orders: 0, revenue: kurus(0) }

function withEmptyDays(from: string, to: string, sold: SalesReport['by_day']): SalesReport['by_day'] {
  const days = new Map(sold.map(row => [row.day, row]))
  const all: SalesReport['by_day'] = []
  for (let day = from; day <= to; day = daysLater(day, 1)) all.push(days.get(day) ?? { ...NOTHING, day })
  return all
}

/** By the product's current category. VAT is computed per line and rounded as in the order. */
function salesByCategory(orders: Orders) {
  return orders
    .innerJoin('order_items', 'order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'product_id')
    .where('status', 'in', REVENUE_STATUSES)
    .select('category')
    .select([
      sql<number>`sum(quantity)::bigint`.as('quantity'),
      sql<Kurus>`sum(total_price + (total_price * order_items.vat_rate + 50) / 100)`.as('revenue'),
    ])
    .groupBy('category')
    .orderBy('revenue', 'desc')
    .orderBy('category')
    .execute()
}

/** By the customer's current marketer. */
function salesByMarketer(orders: Orders) {
  return orders
    .innerJoin('customers', 'customers.id', 'customer_id')
    .leftJoin('accounts', 'accounts.id', 'assigned_marketer_id')
    .where('status', 'in', REVENUE_STATUSES)
    .select(['assigned_marketer_id as marketer_id', 'accounts.name as marketer_name'])
    .select(SALES)
    .groupBy(['assigned_marketer_id', 'accounts.name'])
    .orderBy('revenue', 'desc')
    .orderBy('accounts.name')
    .orderBy('assigned_marketer_id')
    .execute()
}

function topCustomers(orders: Orders) {
  return orders
    .innerJoin('accounts', 'accounts.id', 'customer_id')
    .where('status', 'in', REVENUE_STATUSES)
    .select(['customer_id', 'accounts.name as company_name'])
    .select(SALES)
    .groupBy(['customer_id', 'accounts.name'])
    .orderBy('revenue', 'desc')
    .orderBy('accounts.name')
    .orderBy('customer_id')
    .limit(MAX_TOP_CUSTOMERS)
    .execute()
}
