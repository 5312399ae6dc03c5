import { sql } from 'kysely'
import { type BoughtProduct, MAX_LIST_LINES, type OrderGuide } from '#contract/order-lists.ts'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import { readCustomer } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'

type Period = { now: Date; days: number }

/**
 * The products on sale that a visible customer has bought in the last days, most often ordered first, in the unit of
 * the last order, which may differ from the product's present unit. Refuses an unknown customer with `not_found`.
 */
export async function readGuide(
  db: Database,
  actor: Actor,
  customer_id: string,
  { now, days }: Period,
): Promise<OrderGuide> {
  await readCustomer(db, actor, customer_id)
  const since = new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
  const { rows } = await sql<BoughtProduct>`
    with bought as (
      select product_id, orders.created_at, quantity, item.unit, item.price, item.vat_rate, item.expected_stock_date,
        row_number() over newest as place, first_value(item.unit) over newest as last_unit,
        count(*) over of_product::integer as orders
      from orders join order_items item on item.order_id = orders.id
      where customer_id = ${customer_id} and orders.created_at >= ${since} and status = any(${REVENUE_STATUSES})
      window of_product as (partition by product_id),
        newest as (partition by product_id order by orders.created_at desc, orders.id)
    ), usual as (
      select product_id, percentile_disc(0.5) within group (order by quantity) as usual_quantity
      from bought where unit = last_unit group by product_id
    )
    select product_id, name as product_name, brand, bought.unit, quantity, bought.price, bought.vat_rate,
      bought.expected_stock_date, bought.created_at as ordered_at, orders, usual_quantity
    from bought join usual using (product_id) join products on products.id = product_id
    where place = 1 and is_active
    order by orders desc, bought.created_at desc, name, product_id
    limit ${MAX_LIST_LINES}`.execute(db)
  return { days, lines: rows }
}
