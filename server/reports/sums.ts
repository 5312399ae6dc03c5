import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { inTransaction, type Pool, type Tx, takeAdvisoryLock, tryAdvisoryLock } from '../db/transaction.ts'

// Triggers of the database (migration 020) record each change of an order with its lines. These changes are added to the
// sums by day here.

/** How long changes wait at most before they are added, in milliseconds. Reports read pending ones one by one. */
const INTERVAL = 5_000

/** Adds changes to the sums every few seconds until stopped. Several processes may do so on one database. */
export function startSumming(pool: Pool, log: Pick<FastifyBaseLogger, 'error'>): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await addChanges(pool).catch((error: unknown) => log.error(error))
      await sleep(INTERVAL, undefined, stopping).catch(() => undefined)
    }
  })()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** The most changes, and the most products with a changed category, that one transaction adds to the sums. */
const BATCH_SIZE = 5000
const MOVED_BATCH_SIZE = 500

/**
 * Adds the changes since the last run to the sums, in short transactions. Does nothing while another process does so.
 */
export async function addChanges(pool: Pool) {
  const addNext = async (tx: Tx) => (await tryAdvisoryLock(tx, 'sales_sums')) && addBatch(tx)
  while (await inTransaction(pool, addNext));
}

/**
 * Deletes changes and adds them, each kind in one statement and so on one snapshot. Changes that commit later are left
 * for the next run. Resolves to whether more may be left.
 */
async function addBatch(tx: Tx): Promise<boolean> {
  const { rows: orders } = await sql<{ count: number }>`
    with added as (
      delete from order_changes where ctid = any(array(select ctid from order_changes limit ${BATCH_SIZE})) returning *
    ),
    days as (
      insert into daily_sales as sums
      select day, status, sum(orders), sum(amount) from added group by 1, 2 order by 1, 2
      on conflict (day, status)
        do update set orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount
    ),
    customers as (
      insert into customer_sales as sums
      select customer_id, status, sum(orders), sum(amount) from added group by 1, 2
      on conflict (customer_id, status)
        do update set orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount
    ),
    months as (
      insert into monthly_customer_sales as sums
      select date_trunc('month', day::timestamp)::date, customer_id, sum(orders), sum(amount)
      from added where counts_as_revenue(status) group by 1, 2
      on conflict (month, customer_id)
        do update set orders = sums.orders + excluded.orders, amount = sums.amount + excluded.amount
    )
    select count(*) from added`.execute(tx)
  const { rows: lines } = await sql<{ count: number }>`
    with added as (
      delete from line_changes where ctid = any(array(select ctid from line_changes limit ${BATCH_SIZE})) returning *
    ),
    lines as (
      select day, line.product_id, sum(line.quantity)::bigint as quantity, sum(line.amount)::bigint as amount
      from added, unnest(product_ids, quantities, amounts) as line (product_id, quantity, amount)
      where counts_as_revenue(status) group by 1, 2
    ),
    quantities as (
      insert into product_sales as sums
      select product_id, sum(quantity) from lines group by 1
      on conflict (product_id) do update set quantity = sums.quantity + excluded.quantity
    ),
    categorized as (
      select lines.*, coalesce(summed.category, products.category) as category, summed.category is null as is_new
      from lines
      left join summed_categories as summed using (product_id)
      left join products on products.id = lines.product_id
    ),
    categories as (
      insert into summed_categories
      select distinct product_id, category from categorized where is_new and category is not null
    ),
    amounts as (
      insert into category_sales as sums
      select day, category, sum(quantity), sum(amount) from categorized where category is not null group by 1, 2
      on conflict (day, category)
        do update set quantity = sums.quantity + excluded.quantity, amount = sums.amount + excluded.amount
    )
    select count(*) from added`.execute(tx)
  const moved = await moveProducts(tx)
  return orders[0]?.count === BATCH_SIZE || lines[0]?.count === BATCH_SIZE || moved === MOVED_BATCH_SIZE
}

/** Moves the sums of products with a changed category to the current one. Resolves to the number of these products. */
async function moveProducts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from moved_products
      where ctid = any(array(select ctid from moved_products limit ${MOVED_BATCH_SIZE})) returning product_id
    ),
    moved as (
      select product_id, summed.category as old_category, products.category as new_category
      from summed_categories as summed join products on products.id = product_id
      where product_id in (select product_id from taken) and summed.category <> products.category
    ),
    lines as (
      select istanbul_day(orders.created_at) as day, product_id, quantity,
        amount_with_vat(total_price, vat_rate) as amount
      from moved join order_items using (product_id) join orders on orders.id = order_id
      where counts_as_revenue(status)
      union all
      -- What is not summed yet will be under the new category.
      select day, product_id, -quantity, -amount from product_line_changes
      where product_id in (select product_id from moved)
    ),
    relabelled as (
      update summed_categories set category = moved.new_category
      from moved where summed_categories.product_id = moved.product_id
    ),
    moves as (
      insert into category_sales as sums
      select day, side.category, sum(side.sign * quantity), sum(side.sign * amount)
      from lines
      join moved using (product_id), lateral (values (old_category, -1), (new_category, 1)) as side (category, sign)
      group by 1, 2
      on conflict (day, category)
        do update set quantity = sums.quantity + excluded.quantity, amount = sums.amount + excluded.amount
    )
    select count(*) from taken`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Recomputes all sums, while orders may be placed and reports read. The statement that reads the orders deletes exactly
 * the changes that its snapshot contains.
 */
export async function recomputeSums(tx: Tx) {
  await takeAdvisoryLock(tx, 'sales_sums')
  await sql`set local statement_timeout = 0`.execute(tx)
  // The changes are deleted without being added to the months of products.
  await sql`set local toptan.summing_anew = 'on'`.execute(tx)
  await sql`delete from daily_sales`.execute(tx)
  await sql`delete from customer_sales`.execute(tx)
  await sql`delete from monthly_customer_sales`.execute(tx)
  await sql`delete from product_sales`.execute(tx)
  await sql`delete from monthly_product_sales`.execute(tx)
  await sql`delete from category_sales`.execute(tx)
  await sql`delete from summed_categories`.execute(tx)
  await sql`select sum_all_orders()`.execute(tx)
}

/** Deletes sums that are 0, which remain where all orders have got another status. */
export async function deleteEmptySums(pool: Pool) {
  await sql`delete from daily_sales where orders = 0 and amount = 0`.execute(pool)
  await sql`delete from customer_sales where orders = 0 and amount = 0`.execute(pool)
  await sql`delete from monthly_customer_sales where orders = 0 and amount = 0`.execute(pool)
  await sql`delete from product_sales where quantity = 0`.execute(pool)
  await sql`delete from monthly_product_sales where quantity = 0 and amount = 0`.execute(pool)
  await sql`delete from category_sales where quantity = 0 and amount = 0`.execute(pool)
}
