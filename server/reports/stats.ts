import { sql } from 'kysely'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import { type AdminStats, MAX_POPULAR_PRODUCTS, type MarketerStats } from '#contract/reports.ts'
import { visibleTo as customersVisibleTo } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { countOf, ORDERS, REVENUE } from '../orders/order-sums.ts'

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
      .where('status', '=', 'yeni')
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

function popularProducts(db: Database) {
  return db
    .with('sold', qb =>
      qb
        .selectFrom('product_line_sums')
        .where('status', 'in', REVENUE_STATUSES)
        .groupBy('product_id')
        .having(eb => eb.fn.sum('quantity'), '>', 0)
        .select(['product_id', sql<number>`sum(quantity)::bigint`.as('quantity')])
        .orderBy('quantity', 'desc')
        .orderBy('product_id')
        .limit(MAX_POPULAR_PRODUCTS),
    )
    .selectFrom('sold')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['name', 'brand', 'sold.quantity', 'price'])
    .orderBy('sold.quantity', 'desc')
    .orderBy('name')
    .execute()
}
