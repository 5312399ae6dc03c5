import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { connectToPortal } from '../server/testing/many-orders.ts'

/**
 * Runs the bare SQL of an order as fast as this machine can: the rows of the order, its lines, its reservations, the
 * ledger and the key, in one transaction that is sent as one message. Prints the orders per second.
 */

type Argument = { dataDir: string; clients: number; lines: number; seconds: number }
const { dataDir, clients, lines, seconds }: Argument = JSON.parse(await text(process.stdin))
const connections = await Promise.all(Array.from({ length: clients }, () => connectToPortal(dataDir)))
const first = connections[0]!
const { rows: customers } = await first.query<{ id: string }>('select id from customers limit $1', [clients])
const { rows: products } = await first.query<{ id: string }>('select id from products limit 2000')
const began = performance.now()
let placed = 0
await Promise.all(connections.map((client, i) => placeOrders(client, customers[i]!.id)))
const rate = placed / ((performance.now() - began) / 1000)
await Promise.all(connections.map(client => client.end()))
process.stdout.write(JSON.stringify({ rate }))

async function placeOrders(client: pg.Client, customer: string) {
  while (performance.now() - began < seconds * 1000) {
    const statements = statementsOf(customer, Math.floor(Math.random() * (products.length - lines)))
    const isPlaced = await client.query(statements).then(
      () => true,
      // Rarely, the random number of an order is in use.
      async error => {
        await client.query('rollback')
        if (error.code !== '23505') throw error
        return false
      },
    )
    if (isPlaced) placed++
  }
}

function statementsOf(customer: string, start: number) {
  // Begins with `f`, so that it cannot have the number of an order of `fillOrders`. With a million of these, one of a
  // few thousand random numbers would already be in use.
  const order = crypto.randomUUID().replace(/^./, 'f')
  const ids = products.slice(start, start + lines).map(({ id }) => id)
  const array = `'{${ids.toSorted().join(',')}}'::uuid[]`
  return `begin;
    insert into idempotency_keys (account_id, key, request_hash, status, answer, result_id, expires_at)
      values ('${customer}', '${crypto.randomUUID()}', '', 201, '{}', '${order}', now() + interval '1 day');
    select product_id, on_hand, reserved from stock where product_id = any(${array}) order by product_id for update;
    select id, name, brand, unit, price, vat_rate, expected_stock_date from products where id = any(${array});
    insert into orders (id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total, user_company,
      user_username, user_email, user_phone, user_address, search_text)
      values ('${order}', '${customer}', 'beklemede', now(), now(), 1000, 100, 1100, 'Firma', 'firma', '', '', '', 'firma');
    insert into order_items (order_id, position, product_id, product_name, brand, unit, quantity, price, vat_rate, total_price)
      select '${order}', n, id, 'Mal', 'Marka', 'ADET', 1, 100, 10, 100 from unnest(${array}) with ordinality as line (id, n);
    with moved as (
      update stock set reserved = reserved + 1 where product_id = any(${array}) returning product_id, on_hand, reserved
    ) insert into stock_ledger (created_at, product_id, reason, on_hand_change, reserved_change, on_hand_after, reserved_after, order_id)
      select now(), product_id, 'order', 0, 1, on_hand, reserved, '${order}' from moved;
    insert into mails (id, kind, facts, created_at, next_at, sent_at) values (gen_random_uuid(), 'order received', '{}', now(), now(), now());
    commit`
}
