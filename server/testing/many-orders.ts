import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { clientConfig } from '../db/address.ts'
import { connect } from '../db/connect.ts'
import { reachEmbedded } from '../db/embedded.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { recomputeSums } from '../reports/sums.ts'

/** Fills a running portal's embedded database with the orders of years, too many to be placed one by one. */
export async function fillPortal(dataDir: string, orders: number) {
  await atPortal(dataDir, db => fillOrders(db, orders))
}

/** Connects to the database of a running portal with an embedded one. */
export async function connectToPortal(dataDir: string): Promise<pg.Client> {
  const address = await reachEmbedded(join(dataDir, 'postgres'))
  if (!address) throw new Error('no portal runs on this data directory')
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  return client
}

/** Runs work on the database of a running portal with an embedded one. */
export async function atPortal(dataDir: string, work: (db: Pool) => Promise<void>) {
  const address = await reachEmbedded(join(dataDir, 'postgres'))
  if (!address) throw new Error('no portal runs on this data directory')
  const db = connect(address, { connections: 1, unlimited: true })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Writes what has been inserted at once to the disk, as years of orders are in production, so that a benchmark does not
 * measure the after-effects.
 */
export async function settle(db: Pool) {
  await sql`vacuum`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** Inserts that many idempotency keys of old orders of the customers of `fillPortal`. */
export async function fillKeys(dataDir: string, keys: number) {
  await atPortal(dataDir, async db => {
    await sql`
      insert into idempotency_keys (account_id, key, request_hash, status, result_id)
      select ${madeFrom(`'account ' || (11 + n % 2000)`)}, ${madeFrom(`'key ' || n`)}::text, sha256(n::text::bytea), 201,
        gen_random_uuid()
      from generate_series(1, ${keys}) as n`.execute(db)
    await sql`analyze idempotency_keys`.execute(db)
  })
}

/**
 * Inserts that many orders of five lines each, over two years until now, of 2,000 customers of ten marketers, beside the
 * existing ones. The lines are of all existing products, and of a thousand more.
 */
export async function fillOrders(db: Pool, orders: number) {
  await inTransaction(db, async tx => {
    // Inserting half a million lines takes longer than the timeout of requests.
    await sql`set local statement_timeout = 0`.execute(tx)
    // The sums are computed together afterwards rather than from a change of each order. Foreign keys are not checked,
    // either, if the role is a superuser, which alone can disable their triggers.
    const { rows } = await sql<{ superuser: string }>`select current_setting('is_superuser') as superuser`.execute(tx)
    const triggers = sql.raw(rows[0]?.superuser === 'on' ? 'all' : 'user')
    for (const table of [sql.table('orders'), sql.table('order_items')])
      await sql`alter table ${table} disable trigger ${triggers}`.execute(tx)
    await fill(tx, orders)
    for (const table of [sql.table('orders'), sql.table('order_items')])
      await sql`alter table ${table} enable trigger ${triggers}`.execute(tx)
    await recomputeSums(tx)
    await sql`analyze`.execute(tx)
  })
}

async function fill(db: Tx, orders: number) {
  await sql`
    insert into accounts (id, role, username, username_key, name, password_hash, created_at)
    select ${madeFrom(`'account ' || n`)}, case when n <= 10 then 'marketer' else 'customer' end, 'u' || n, 'u' || n,
      'Firma ' || n, '', now() - interval '2 years' from generate_series(1, 2010) as n`.execute(db)
  await sql`
    insert into customers (id, phone, address, assigned_marketer_id, search_text)
    select ${madeFrom(`'account ' || n`)}, '', '', ${madeFrom(`'account ' || (1 + n % 10)`)}, 'firma ' || n
    from generate_series(11, 2010) as n`.execute(db)
  await sql`
    insert into products (id, name, brand, category, price, unit, vat_rate, description, is_active, warehouse,
      search_text, created_at, updated_at)
    select ${madeFrom(`'product ' || n`)}, 'Mal ' || n, 'Marka', 'Kategori ' || (n % 12), 100 * n, 'ADET', 10, '', true,
      'Ana Depo', 'mal ' || n, now(), now() from generate_series(1, 1000) as n`.execute(db)
  await sql`
    insert into stock (product_id, on_hand, reserved, moved_at)
    select id, 1000000, 0, now() from products on conflict do nothing`.execute(db)
  await sql`
    insert into orders (id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total, notes, user_company,
      user_username, user_email, user_phone, user_address, search_text, line_count)
    select (lpad(to_hex(n * 7), 8, '0') || substr(${madeFrom(`'order ' || n`)}::text, 9))::uuid,
      ${madeFrom(`'account ' || (11 + n % 2000)`)},
      (array['beklemede', 'hazirlaniyor', 'tamamlandi', 'tamamlandi', 'tamamlandi', 'iptal'])[1 + n % 6],
      now() - n * (interval '2 years' / ${orders}), now(), 100000, 10000, 110000, 'Kapıda arayın', 'Firma ' || (11 + n % 2000),
      'u' || (11 + n % 2000), 'u' || n || '@ornek.com.tr', '0212 555 00 00', 'Kadıköy, İstanbul', 'firma', 5
    from generate_series(1, ${orders}) as n
    -- An existing order may have the number of one.
    on conflict do nothing`.execute(db)
  await sql`
    insert into order_items (order_id, position, product_id, product_name, brand, unit, quantity, price, vat_rate, total_price)
    select id, position, ids[1 + (('x' || left(id::text, 8))::bit(32)::int + position * 7919) % cardinality(ids)],
      'Mal', 'Marka', 'ADET', 2, 10000, 10, 20000
    from orders, generate_series(0, 4) as position,
      (select array(select id from products order by id) as ids) as products
    where not exists (select from order_items where order_id = orders.id)`.execute(db)
}

/** A UUID (version 4 in form) derived from a name, always the same. */
const madeFrom = (name: string) =>
  sql`overlay(overlay(md5(${sql.raw(name)}) placing '4' from 13) placing '8' from 17)::uuid`
