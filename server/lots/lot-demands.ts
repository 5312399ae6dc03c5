import { sql } from 'kysely'
import type { LotDemand } from '#contract/order-lots.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { IS_OFFER } from '../stock/lots.ts'

/**
 * Which lots the lines of orders may get: those that have not expired on the day on which the goods leave (the
 * delivery day, or today if that is over, which is then `left_on`, or there is none) and have as many days left then as
 * customer and product demand. Offers have no demand: the customer saw their expiry when ordering.
 */
export async function lotDemands(
  db: Database,
  orderIds: readonly string[],
  productIds: readonly string[],
  now: Date,
): Promise<(order_id: string, product_id: string) => LotDemand> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .select(['orders.id as order_id', 'products.id as product_id', 'delivery_date'])
    .select(
      sql<number | null>`case when not ${IS_OFFER}
        then greatest(customers.min_remaining_days, products.min_remaining_days) end`.as('min_remaining_days'),
    )
    .where('orders.id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .where('products.id', '=', sql<string>`any(${[...productIds]}::uuid[])`)
    .execute()
  const byLine = new Map(rows.map(row => [`${row.order_id} ${row.product_id}`, row]))
  const today = istanbulDay(now)
  return (order_id, product_id) => {
    const { delivery_date = null, min_remaining_days = null } = byLine.get(`${order_id} ${product_id}`) ?? {}
    if (delivery_date && delivery_date < today) return { leaves_on: today, left_on: delivery_date, min_remaining_days }
    return { leaves_on: delivery_date ?? today, min_remaining_days }
  }
}
