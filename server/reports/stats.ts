import { sql } from 'kysely'
import { NEW_QUOTE } from '#contract/quote-status.ts'
import { type AdminStats, MAX_POPULAR_PRODUCTS, type MarketerStats } from '#contract/reports.ts'
import { visibleTo as customersVisibleTo } from '../customers/customers.ts'
import { countOf, ORDERS, REVENUE } from '../customers/order-sums.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'

const RECENT = 7 * 24 * 60 * 60 * 1000

/** Figures of the whole business; revenue and popularity exclude cancelled orders. */
export async function adminStats(db: Database, now: Date): Promise<AdminStats> {
  const since = new Date(now.getTime() - RECENT).toISOString()
  const [orders, recent, customers, { total_products }, { new_quotes }, popular_products] = await Promise.all([
    db
      .selectFrom('order_sums')
      .select([
        ORDERS.as('total_orders'),
        countOf('pending').as('pending_orders'),
        countOf('preparing').as('preparing_orders'),
        countOf('completed').as('completed_orders'),
        REVENUE.as('total_revenue'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('orders')
      .select(eb => eb.fn.countAll<number>().as('recent_orders_count'))
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('customers')
      .innerJoin('accounts', 'accounts.id', 'customers.id')
      .select(eb => eb.fn.countAll<number>().as('total_customers'))
      .select(sql<number>`count(*) filter (where is_active)`.as('active_customers'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('products')
      .select(eb => eb.fn.countAll<number>().as('total_products'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('custom_orders')
      .select(eb => eb.fn.countAll<number>().as('new_quotes'))
      .where('status', '=', NEW_QUOTE)
      .executeTakeFirstOrThrow(),
    popularProducts(db),
  ])
  return { ...orders, ...recent, ...customers, total_products, new_quotes, popular_products }
}

/** Figures of a marketer's own customers; revenue excludes cancelled orders. */
export async function marketerStats(db: Database, actor: Actor<'marketer'>): Promise<MarketerStats> {
  const [orders, customers] = await Promise.all([
    db
      .selectFrom('customer_order_sums')
      .where('customer_id', 'in', customersVisibleTo(db, actor).select('customers.id'))
      .select([ORDERS.as('totalOrders'), countOf('pending').as('pendingOrders'), REVENUE.as('totalRevenue')])
      .executeTakeFirstOrThrow(),
    customersVisibleTo(db, actor)
      .select(eb => eb.fn.countAll<number>().as('totalCustomers'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...orders, ...customers }
}

/** The best-selling products: sums without pending changes as stored, the others with their changes added. */
async function popularProducts(db: Database) {
  const { rows } = await sql<AdminStats['popular_products'][number]>`
    with changed as (select product_id, sum(quantity) as quantity from product_line_changes group by 1),
    sold as (
      (
        select product_id, quantity from product_sales
        where product_id not in (select product_id from changed) and quantity > 0
        order by product_sales.quantity desc, product_id limit ${MAX_POPULAR_PRODUCTS}
      )
      union all
      select product_id, changed.quantity + coalesce(sums.quantity, 0)
      from changed left join product_sales as sums using (product_id)
      where changed.quantity + coalesce(sums.quantity, 0) > 0
      order by quantity desc, product_id limit ${MAX_POPULAR_PRODUCTS}
    )
    select name, brand, sold.quantity, price from sold join products on products.id = product_id
    order by sold.quantity desc, name`.execute(db)
  return rows
}
