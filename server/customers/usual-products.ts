import { sql } from 'kysely'
import { USUAL_DAYS, type UsualProduct } from '#contract/customers.ts'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { readCustomer } from './customers.ts'

const MAX_PRODUCTS = 50
const DAY = 24 * 60 * 60 * 1000

/**
 * The products that a customer has ordered most often in the last `USUAL_DAYS` days, cancelled orders left out. Refuses
 * with `not_found` for a customer that is not visible to the actor.
 */
export async function usualProducts(db: Database, actor: Actor, id: string, now: Date): Promise<UsualProduct[]> {
  await readCustomer(db, actor, id)
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'orders.id')
    .where('customer_id', '=', id)
    .where('orders.created_at', '>=', new Date(now.getTime() - USUAL_DAYS * DAY).toISOString())
    .where('status', '=', sql<(typeof REVENUE_STATUSES)[number]>`any(${REVENUE_STATUSES})`)
    .groupBy('product_id')
    .select(eb => [
      'product_id',
      latest<string>('product_name').as('product_name'),
      latest<string>('brand').as('brand'),
      latest<string>('unit').as('unit'),
      eb.fn.countAll<number>().as('order_count'),
      sql<number>`sum(quantity)`.as('quantity'),
      sql<string>`max(orders.created_at)`.as('last_ordered_at'),
    ])
    .orderBy('order_count', 'desc')
    .orderBy('quantity', 'desc')
    .orderBy('product_id')
    .limit(MAX_PRODUCTS)
    .execute()
}

/** A column of the newest order's line. */
const latest = <Value>(column: 'product_name' | 'brand' | 'unit') =>
  sql<Value>`(array_agg(${sql.ref(column)} order by orders.created_at desc, orders.id))[1]`
