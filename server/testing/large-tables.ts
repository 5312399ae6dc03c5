import type pg from 'pg'

/** The rows of each table that is filled, enough for an index to be cheaper than a scan of the table. */
export const ROWS = 10_000

/** A UUID (version 4 in form) derived from a name. */
export const uuidFrom = (name: string) => `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`

/** A UUID derived from a name and the number `n` of the row. */
export const rowUuid = (name: string) => uuidFrom(`'${name} ' || n`)

/** A number of minutes before an instant; the number is an expression of the row. */
export const minutesBefore = (now: Date) => (minutes: string) =>
  `'${now.toISOString()}'::timestamptz - ${minutes} * interval '1 minute'`

/** The hash of a token, derived from the number `n` of the row. */
const TOKEN = `sha256(('session ' || n)::bytea)`

/** Adds `ROWS` rows, each with the number `n`, to a table. */
export const fill = (client: pg.Client, table: string, columns: string, values: string) =>
  client.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${ROWS}) as n`)

/** Fills the tables of accounts and products with `ROWS` rows each; all sessions belong to this account. */
export async function fillCommonTables(client: pg.Client, { id }: { id: string }) {
  await fill(
    client,
    'accounts',
    'id, role, username, username_key, name, password_hash, created_at',
    `${rowUuid('account')}, 'customer', 'u' || n, 'u' || n, 'Firma ' || n, '', now()`,
  )
  await fill(
    client,
    'notification_preferences',
    'account_id, topic, bell, mail, push',
    `${rowUuid('account')}, 'order_received', true, true, true`,
  )
  await fill(client, 'customers', 'id, phone, address, search_text', `${rowUuid('account')}, '', '', 'firma'`)
  await fill(
    client,
    'sessions',
    'token_hash, account_id, created_at, last_used_at, authenticated_at',
    `${TOKEN}, '${id}', now(), now(), now()`,
  )
  await fill(
    client,
    'push_subscriptions',
    'id, account_id, session_hash, endpoint, p256dh, auth, created_at',
    `${rowUuid('subscription')}, ${rowUuid('account')}, ${TOKEN}, 'https://push.example/' || n, '', '', now()`,
  )
  await fill(
    client,
    'products',
    'id, name, brand, category, price, unit, vat_rate, description, is_active, warehouse, barcode, search_text, created_at, updated_at',
    `${rowUuid('product')}, 'Mal ' || n, 'Marka', 'Kategori ' || n % 50, n, 'ADET', 10, '', true, 'Ana Depo', 8691000000000 + n, 'mal' || n, now(), now()`,
  )
  await fill(client, 'stock', 'product_id, on_hand, reserved, moved_at', `${rowUuid('product')}, 1000, 0, now()`)
  // The changes of transactions that ended long ago, as nearly all entries are.
  await fill(client, 'changes', 'xid, kind, ids', `(1 + n % 500)::text::xid8, 'products', array[${rowUuid('product')}]`)
}

/** Fills the tables of lots, picks and offers with `ROWS` rows each; few lots have goods, and few picks are open. */
export async function fillLots(client: pg.Client, now: Date) {
  await fill(
    client,
    'lots',
    'id, product_id, code, expires_on, expiry_kind, received_at, on_hand',
    `${rowUuid('lot')}, ${rowUuid('product')}, n, '2026-03-01'::date + n / 10, 'skt', ${minutesBefore(now)('n')},
      case when n % 10 = 0 and n > 1000 then 1 else 0 end`,
  )
  await fill(
    client,
    'order_lots',
    'order_id, lot_id, product_id, quantity, taken',
    `${rowUuid('order')}, ${rowUuid('lot')}, ${rowUuid('product')}, 1, case when n % 20 > 0 then 1 end`,
  )
  const sameProduct = `${rowUuid('product')}, ${rowUuid('product')}, ${rowUuid('lot')}, ${rowUuid('lot')}`
  await fill(client, 'offers', 'product_id, source_id, lot_id, offer_lot_id', sameProduct)
}
