import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** For products, orders and days: how many there are, and for how many of them the figures are inconsistent. */
export type FigureComparison = Record<'products' | 'orders' | 'days', Counted>
export type Counted = { all: number; wrong: number }

/**
 * Compares every product's stock with its ledger, every order's amounts with its lines, and the sums of each day with
 * its orders. The database must not be in use, as figures of different moments would be compared.
 */
export async function compareFigures(db: Database): Promise<FigureComparison> {
  const products = sql<Counted>`
    select count(*) as "all", count(*) filter (
      where (on_hand, reserved) is distinct from (coalesce(on_hand_sum, 0), coalesce(reserved_sum, 0))
        or (on_hand, reserved) is distinct from (coalesce(on_hand_after, 0), coalesce(reserved_after, 0))
    ) as wrong
    from stock
    left join (
      select product_id, sum(on_hand_change) as on_hand_sum, sum(reserved_change) as reserved_sum, max(id) as last
      from stock_ledger group by product_id
    ) as ledger using (product_id)
    left join stock_ledger on stock_ledger.id = last`
  const orders = sql<Counted>`
    select count(*) as "all", count(*) filter (
      where (subtotal, grand_total - delivery_fee) is distinct from (coalesce(line_subtotal, 0), coalesce(line_total, 0))
    ) as wrong
    from orders left join (
      select order_id, sum(total_price) as line_subtotal, sum(amount_with_vat(total_price, vat_rate)) as line_total
      from order_items group by order_id
    ) as lines on order_id = orders.id`
  const days = sql<Counted>`
    select count(*) as "all", count(*) filter (
      where (orders.count, orders.amount) is distinct from (sums.count, sums.amount)
    ) as wrong
    from (
      select istanbul_day(created_at) as day, status, count(*) as count, sum(grand_total) as amount
      from orders group by 1, 2
    ) as orders full join (
      select day, status, sum(orders) as count, sum(amount) as amount from order_sums group by 1, 2
      having sum(orders) <> 0 or sum(amount) <> 0
    ) as sums using (day, status)`
  const counted = async (query: typeof products) => (await query.execute(db)).rows[0] ?? { all: 0, wrong: 0 }
  return { products: await counted(products), orders: await counted(orders), days: await counted(days) }
}
