import { sql } from 'kysely'
import { inTransaction, type Pool } from '../db/transaction.ts'

/** A lot, the orders that got goods of it, the number of their customers, and the quantity. */
export type SoldLot = { lot_id: string; orders: string[]; customers: number; quantity: number }

/**
 * Divides stock of these products among that many lots, with goods of one lot for each order. Adds a further lot, of
 * which 500 orders of 120 customers got goods, every second order after the goods were moved to another product.
 */
export async function fillLots(db: Pool, lots: number, products: string[]): Promise<SoldLot> {
  return inTransaction(db, async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into lots (id, product_id, code, expires_on, expiry_kind, supplier, delivery_note, received_at, on_hand)
      select gen_random_uuid(), ids[1 + n % cardinality(ids)], 'L' || n, current_date + 30 + n % 700, 'skt', 'Tedarikçi',
        'IRS-' || n / 20, now() - interval '90 days', 100
      from generate_series(1, ${lots}) as n, (select ${products}::uuid[] as ids) as products
    `.execute(tx)
    await sql`
      update stock set in_lots = of_lots.sum from (select product_id, sum(on_hand) from lots group by product_id) as of_lots
      where of_lots.product_id = stock.product_id`.execute(tx)
    await sql`
      insert into order_lots (order_id, lot_id, product_id, quantity, taken)
      select orders.id, lots.id, lots.product_id, 2, 2
      from (select id, row_number() over () as n from orders) as orders
      join (select id, product_id, row_number() over () as n from lots) as lots on lots.n = 1 + orders.n % ${lots}
    `.execute(tx)
    await sql`
      insert into lot_origins (lot_id, from_lot_id)
      select id, lag(id) over (order by id) as source from lots order by source nulls first offset 1`.execute(tx)
    await sql`delete from lot_origins where get_byte(uuid_send(lot_id), 15) % 2 = 0`.execute(tx)
    const { rows } = await sql<{ lot_id: string }>`
      insert into lots (id, product_id, code, expires_on, expiry_kind, supplier, delivery_note, received_at)
      select gen_random_uuid(), product_id, 'GERI-1', current_date + 60, 'tett', 'Tedarikçi', 'IRS-1',
        now() - interval '60 days'
      from unnest(${products.slice(0, 2)}::uuid[]) as product_id
      returning id as lot_id`.execute(tx)
    const [lot_id, moved] = rows.map(row => row.lot_id)
    if (!lot_id || !moved) throw new Error('two products are needed')
    await tx.insertInto('lot_origins').values({ lot_id: moved, from_lot_id: lot_id }).execute()
    const sold = await sql<{ order_id: string }>`
      insert into order_lots (order_id, lot_id, product_id, quantity, taken)
      select ranked.id, lots.id, lots.product_id, 3, 3
      from (
        select orders.id, row_number() over (partition by customer_id order by orders.id) as place
        from orders join (select id from customers order by id limit 120) as chosen on chosen.id = customer_id
      ) as ranked, lots
      where lots.id = case when place % 2 = 1 then ${lot_id}::uuid else ${moved}::uuid end
      order by place, ranked.id limit 500
      returning order_id`.execute(tx)
    await sql`analyze`.execute(tx)
    return { lot_id, orders: sold.rows.map(row => row.order_id), customers: 120, quantity: sold.rows.length * 3 }
  })
}
