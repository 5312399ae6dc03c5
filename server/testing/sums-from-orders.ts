import { sql } from 'kysely'
import { OPEN_STATUSES, REVENUE_STATUSES } from '#contract/order-status.ts'
import type { Database } from '../db/tables.ts'

// The figures of reports, computed directly from all orders and lines. Amounts are kuruş.

const DAY = sql`(orders.created_at at time zone 'UTC' + interval '3 hours')::date`
const IS_REVENUE = sql`status = any(${REVENUE_STATUSES})`

/** The sums that differ from those of the orders, in one snapshot: there must be none, even during changes. */
export async function wrongSums(db: Database) {
  const { rows } = await sql`
    with plain as (
      select 'day' as kind, concat_ws(' ', ${DAY}, status) as key, count(*)::numeric as count, sum(grand_total) as amount
      from orders group by 2
      union all
      select 'customer', concat_ws(' ', customer_id, status), count(*), sum(grand_total) from orders group by 2
      union all
      select 'month', concat_ws(' ', to_char(${DAY}, 'YYYY-MM-01'), customer_id), count(*), sum(grand_total)
      from orders where ${IS_REVENUE} group by 2
      union all
      select 'product', product_id::text, sum(quantity), 0
      from order_items join orders on orders.id = order_id where ${IS_REVENUE} group by 2
      union all
      select 'product and month', concat_ws(' ', to_char(${DAY}, 'YYYY-MM-01'), product_id, unit), sum(quantity),
        sum(total_price + (total_price * order_items.vat_rate + 50) / 100)
      from order_items join orders on orders.id = order_id where ${IS_REVENUE} group by 2
      union all
      select 'category', concat_ws(' ', ${DAY}, category), sum(quantity),
        sum(total_price + (total_price * order_items.vat_rate + 50) / 100)
      from order_items join orders on orders.id = order_id join products on products.id = product_id
      where ${IS_REVENUE} group by 2
    ),
    summed as (
      select 'day' as kind, concat_ws(' ', day, status) as key, sum(orders) as count, sum(amount) as amount
      from order_sums group by 2
      union all
      select 'customer', concat_ws(' ', customer_id, status), sum(orders), sum(amount)
      from customer_order_sums group by 2
      union all
      select 'month', concat_ws(' ', month, customer_id), sum(orders), sum(amount)
      from monthly_customer_order_sums group by 2
      union all
      select 'product', product_id::text, sum(quantity), 0 from (
        select product_id, quantity from product_sales union all select product_id, quantity from product_line_changes
      ) as quantities group by 2
      union all
      select 'product and month', concat_ws(' ', month, product_id, unit), sum(quantity), sum(amount)
      from monthly_product_line_sums group by 2
      union all
      select 'category', concat_ws(' ', day, category), sum(quantity), sum(amount) from category_line_sums group by 2
    )
    select kind, key, plain.count as count_of_orders, summed.count as count_of_sums,
      plain.amount as amount_of_orders, summed.amount as amount_of_sums
    from plain full join summed using (kind, key)
    where (coalesce(plain.count, 0), coalesce(plain.amount, 0)) <> (coalesce(summed.count, 0), coalesce(summed.amount, 0))
  `.execute(db)
  return rows
}

/** Orders and revenue between two instants, both included. */
export async function plainRevenue(db: Database, from: Date, to: Date) {
  const { rows } = await sql<{ orders: number; revenue: number }>`
    select count(*) as orders, coalesce(sum(grand_total), 0) as revenue from orders
    where ${IS_REVENUE} and created_at between ${from} and ${to}`.execute(db)
  return rows[0]!
}

/** The groups of the sales report of a period of Istanbul days. */
export async function plainSales(db: Database, from: string, to: string) {
  const inPeriod = sql`${DAY} between ${from} and ${to}`
  const sales = sql`count(*) as orders, sum(grand_total) as revenue`
  const [byDay, byStatus, byCategory, byMarketer, byCustomer] = await Promise.all([
    sql`select ${DAY} as day, ${sales} from orders where ${inPeriod} and ${IS_REVENUE} group by 1 order by 1`.execute(
      db,
    ),
    sql`select status, ${sales} from orders where ${inPeriod} group by 1 order by 1`.execute(db),
    sql`
      select category, sum(quantity) as quantity,
        sum(total_price + (total_price * order_items.vat_rate + 50) / 100) as revenue
      from orders join order_items on order_id = orders.id join products on products.id = product_id
      where ${inPeriod} and ${IS_REVENUE} group by 1 order by revenue desc, category`.execute(db),
    sql`
      select assigned_marketer_id as marketer_id, name as marketer_name, ${sales}
      from orders join customers on customers.id = customer_id left join accounts on accounts.id = assigned_marketer_id
      where ${inPeriod} and ${IS_REVENUE} group by 1, 2 order by revenue desc, name, 1`.execute(db),
    sql`
      select customer_id, name as company_name, ${sales} from orders join accounts on accounts.id = customer_id
      where ${inPeriod} and ${IS_REVENUE} group by 1, 2 order by revenue desc, name, 1 limit 10`.execute(db),
  ])
  return {
    by_day: byDay.rows,
    by_status: byStatus.rows,
    by_category: byCategory.rows,
    by_marketer: byMarketer.rows,
    top_customers: byCustomer.rows,
  }
}

/** The best-selling products of a period of Istanbul days, by quantity or by revenue. */
export async function plainTopProducts(db: Database, from: string, to: string, by: 'quantity' | 'revenue') {
  const { rows } = await sql`
    select product_id, name, case when units = array[unit] then unit end as unit, quantity, revenue from (
      select product_id, array_agg(distinct unit) as units, sum(quantity) as quantity,
        sum(total_price + (total_price * vat_rate + 50) / 100) as revenue
      from orders join order_items on order_id = orders.id
      where ${DAY} between ${from} and ${to} and ${IS_REVENUE} group by 1
    ) as sold join products on products.id = product_id order by ${sql.ref(by)} desc, name, product_id limit 10`.execute(
    db,
  )
  return rows
}

/** The figures of orders in the list of customers. */
export async function plainCustomers(db: Database) {
  const { rows } = await sql`
    select customers.id, count(orders.id) as total_orders, max(orders.created_at) as last_order_at,
      coalesce(sum(grand_total) filter (where ${IS_REVENUE}), 0) as total_spent,
      coalesce(sum(grand_total) filter (where status = any(${OPEN_STATUSES})), 0) as open_amount
    from customers join accounts using (id) left join orders on customer_id = customers.id
    group by customers.id, name order by name, customers.id`.execute(db)
  return rows
}

/** The products ordered most. */
export async function plainPopular(db: Database) {
  const { rows } = await sql`
    select name, quantity from (
      select product_id, sum(quantity) as quantity from order_items join orders on orders.id = order_id
      where ${IS_REVENUE} group by 1 order by quantity desc, product_id limit 10
    ) as sold join products on products.id = product_id order by quantity desc, name`.execute(db)
  return rows
}
