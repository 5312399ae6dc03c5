import { sql } from 'kysely'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import { MAX_POPULAR_PRODUCTS, type TopProducts } from '#contract/reports.ts'
import { daysLater, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { monthsAndDays } from './months-and-days.ts'
import { periodOf, type RequestedPeriod } from './sales.ts'

type Product = TopProducts['by_quantity'][number]

/**
 * The best-selling products of a period, by quantity and by revenue (kuruş, with VAT), without a unit if they were sold
 * in another one than they have now. Whole months are read from the sums, the days at the period's ends from the orders.
 */
export async function readTopProducts(db: Database, requested: RequestedPeriod, now: Date): Promise<TopProducts> {
  const { from, to } = periodOf(requested, now)
  const { months, days } = monthsAndDays(from, to)
  const { rows } = await sql<Product & { by_quantity: number; by_revenue: number }>`
    with sold as (
      select product_id, unit, sum(quantity)::bigint as quantity, sum(amount)::bigint as revenue
      from (
        select product_id, unit, quantity, amount from monthly_product_line_sums where month = any(${months}::date[])
        union all
        select product_id, unit, sign * quantity, sign * amount_with_vat(total_price, vat_rate)
        from unnest(
          ${days.map(({ from: first }) => startOfIstanbulDay(first))}::timestamptz[],
          ${days.map(({ to: last }) => startOfIstanbulDay(daysLater(last, 1)))}::timestamptz[],
          ${days.map(({ sign }) => sign)}::integer[]
        ) as span (start, until, sign),
        lateral (
          select id from orders
          where created_at >= start and created_at < until and status = any(${REVENUE_STATUSES}) offset 0
        ) as orders
        join order_items on order_id = orders.id
      ) as lines
      group by product_id, unit having sum(quantity) > 0
    ),
    totals as (
      select product_id, sum(quantity)::bigint as quantity, sum(revenue)::bigint as revenue, array_agg(unit) as units
      from sold group by product_id
    ),
    ranked as (
      select totals.*, name, brand, case when units = array[unit] then unit end as unit,
        row_number() over (order by quantity desc, name, product_id) as by_quantity,
        row_number() over (order by revenue desc, name, product_id) as by_revenue
      from totals join products on products.id = product_id
    )
    select product_id, name, brand, quantity, revenue, by_quantity, by_revenue, unit
    from ranked where least(by_quantity, by_revenue) <= ${MAX_POPULAR_PRODUCTS}`.execute(db)
  const ranked = (place: 'by_quantity' | 'by_revenue') =>
    rows
      .toSorted((a, b) => a[place] - b[place])
      .slice(0, MAX_POPULAR_PRODUCTS)
      .map(({ by_quantity: _, by_revenue: __, ...product }) => product)
  return { from, to, by_quantity: ranked('by_quantity'), by_revenue: ranked('by_revenue') }
}
