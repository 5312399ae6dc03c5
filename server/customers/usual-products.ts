import { sql } from 'kysely'
import { USUAL_DAYS, type UsualProduct } from '#contract/customers.ts'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { readCustomer } from './customers.ts'

const MAX_PRODUCTS = 50
const DAY = 24 * 60 * 60 * 1000

/**
 * The products that a customer has ordered most often in the last `USUAL_DAYS` days, cancelled orders left out; the
 * quantity comes from the orders in the unit of the last one. Refuses with `not_found` for a customer that is not
 * visible to the actor.
 */
export async function usualProducts(db: Database, actor: Actor, id: string, now: Date): Promise<UsualProduct[]> {
  await readCustomer(db, actor, id)
  const since = new Date(now.getTime() - USUAL_DAYS * DAY)
  const { rows } = await sql<UsualProduct>`
    with ordered as (
      select product_id, product_name, brand, unit, orders.created_at as last_ordered_at,
        row_number() over (partition by product_id order by orders.created_at desc, orders.id) as place,
        count(*) over (partition by product_id) as order_count,
        sum(quantity) over (partition by product_id, unit)::bigint as quantity
      from orders join order_items on order_id = orders.id
      where customer_id = ${id} and orders.created_at >= ${since} and status = any(${REVENUE_STATUSES})
    )
    select product_id, product_name, brand, unit, order_count, quantity, last_ordered_at from ordered where place = 1
    order by order_count desc, quantity desc, product_id
    limit ${MAX_PRODUCTS}`.execute(db)
  return rows
}
