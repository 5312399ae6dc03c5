import { sql } from 'kysely'
import { mergedLine, type StoredLine } from '#contract/cart-merge.ts'
import { type CartChange, MAX_CART_CHANGES, type StoredCart, type StoredCartLine } from '#contract/carts.ts'
import { visibleTo } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { refreshScreens } from '../notifications/live.ts'

/**
 * How long a line that was removed or ordered is remembered, in milliseconds. A device that was offline for longer may
 * add it again.
 */
const RETENTION = 90 * 24 * 60 * 60 * 1000

/** The carts that the actor has filled for the customers visible to it. */
export function listCarts(db: Database, actor: Actor) {
  const carts = visibleTo(db, actor)
    .innerJoin('carts', 'carts.customer_id', 'customers.id')
    .where('carts.account_id', '=', actor.id)
    .select(['carts.customer_id', 'accounts.name as company_name', 'accounts.is_active', 'carts.version'])
    .select(eb =>
      eb
        .selectFrom('cart_lines')
        .whereRef('cart_lines.account_id', '=', 'carts.account_id')
        .whereRef('cart_lines.customer_id', '=', 'carts.customer_id')
        .where('quantity', '>', 0)
        .select(count => count.fn.countAll<number>().as('count'))
        .as('lines'),
    )
  return keyedList(carts, {
    direction: 'asc',
    key: [{ ref: 'carts.customer_id', kind: 'id', of: row => row.customer_id }],
    item: ({ lines, ...cart }) => ({ ...cart, lines: lines ?? 0 }),
  })
}

/** The actor's cart for a visible customer, with its lines in the order in which they were added. */
export async function readCart(db: Database, actor: Actor, customer_id: string): Promise<StoredCart> {
  await requireVisible(db, actor, customer_id)
  return cartOf(db, actor, customer_id)
}

/** Merges a device's changes into the actor's cart for a visible customer; returns the merged cart. */
export async function changeCart(
  db: Database,
  actor: Actor,
  { customer_id, changes }: { customer_id: string; changes: readonly CartChange[] },
  now: Date,
): Promise<StoredCart> {
  return inTransaction(db, async tx => {
    await requireVisible(tx, actor, customer_id)
    const version = await lockCart(tx, actor, customer_id)
    const stored = await storedLines(tx, actor, customer_id)
    const accepted = await acceptedProducts(tx, changes, stored)
    const merged = new Map<string, StoredLine>()
    for (const change of changes) {
      const { product_id } = change
      if (!accepted.has(product_id)) continue
      const line = mergedLine(merged.get(product_id) ?? stored.get(product_id), change, { version, now })
      if (line) merged.set(product_id, line)
    }
    if (merged.size) {
      await storeLines(tx, { account_id: actor.id, customer_id }, merged)
      refreshScreens(tx, { accounts: [actor.id] })
    }
    await forgetRemovedLines(tx, actor, now)
    return cartOf(tx, actor, customer_id)
  })
}

/** Refuses an unknown customer with `not_found`; in a transaction, locks it against deletion. */
async function requireVisible(db: Database, actor: Actor, id: string) {
  let customer = visibleTo(db, actor).select('customers.id').where('customers.id', '=', id)
  if (db.isTransaction) customer = customer.forKeyShare('customers')
  if (!(await customer.executeTakeFirst())) refuse('not_found')
}

/** Locks the cart until the transaction ends; returns its next version. */
async function lockCart(tx: Tx, actor: Actor, customer_id: string): Promise<number> {
  const { version } = await tx
    .insertInto('carts')
    .values({ account_id: actor.id, customer_id, version: 1 })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'customer_id']).doUpdateSet({ version: sql`carts.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

async function storedLines(tx: Tx, actor: Actor, customer_id: string): Promise<Map<string, StoredLine>> {
  const rows = await tx
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'taken', 'take_id', 'put_id', 'price', 'vat_rate', 'promised_for'])
    .select(['seen_unit as unit', 'version', 'changed_at'])
    .where('account_id', '=', actor.id)
    .where('customer_id', '=', customer_id)
    .execute()
  return new Map(
    rows.map(({ product_id, changed_at, ...line }) => [product_id, { ...line, changed_at: new Date(changed_at) }]),
  )
}

/**
 * The products whose changes are applied, including deleted ones, which screens show as such. To a cart of many lines
 * only existing products are added, so that it cannot grow beyond the catalogue, whatever a client sends.
 */
async function acceptedProducts(tx: Tx, changes: readonly CartChange[], stored: ReadonlyMap<string, StoredLine>) {
  const ids = changes.map(({ product_id }) => product_id)
  if (stored.size < MAX_CART_CHANGES) return new Set(ids)
  const others = ids.filter(id => !stored.has(id))
  const rows = others.length ? await tx.selectFrom('products').select('id').where('id', 'in', others).execute() : []
  return new Set([...stored.keys(), ...rows.map(({ id }) => id)])
}

/** The positions reserved for the lines of one version of a cart; more than a request may have changes. */
const POSITIONS_OF_A_VERSION = 1000

async function storeLines(tx: Tx, of: { account_id: string; customer_id: string }, lines: Map<string, StoredLine>) {
  const rows = [...lines].map(([product_id, { unit: seen_unit, ...line }], i) => ({
    ...of,
    product_id,
    ...line,
    seen_unit,
    position: line.version * POSITIONS_OF_A_VERSION + i,
  }))
  // A line that was removed and is added again gets a position at the end.
  await sql`
    insert into cart_lines select * from jsonb_populate_recordset(null::cart_lines, ${JSON.stringify(rows)}::jsonb)
    on conflict (account_id, customer_id, product_id) do update set
      quantity = excluded.quantity, taken = excluded.taken, take_id = excluded.take_id, put_id = excluded.put_id,
      price = excluded.price, vat_rate = excluded.vat_rate, seen_unit = excluded.seen_unit,
      promised_for = excluded.promised_for, version = excluded.version, changed_at = excluded.changed_at,
      position = case when cart_lines.quantity = 0 then excluded.position else cart_lines.position end`.execute(tx)
}

async function forgetRemovedLines(tx: Tx, actor: Actor, now: Date) {
  await tx
    .deleteFrom('cart_lines')
    .where('account_id', '=', actor.id)
    .where('quantity', '=', 0)
    .where('changed_at', '<', new Date(now.getTime() - RETENTION).toISOString())
    .execute()
}

async function cartOf(db: Database, actor: Actor, customer_id: string): Promise<StoredCart> {
  const rows = await db
    .selectFrom('carts')
    .leftJoin('cart_lines as line', join =>
      join
        .onRef('line.account_id', '=', 'carts.account_id')
        .onRef('line.customer_id', '=', 'carts.customer_id')
        .on('line.quantity', '>', 0),
    )
    .leftJoin('products', 'products.id', 'line.product_id')
    .select(['carts.version as cart_version', 'line.product_id', 'line.version', 'line.quantity', 'line.taken'])
    .select(['line.price', 'line.vat_rate', 'line.seen_unit as unit', 'line.promised_for'])
    .select(['name', 'brand', 'products.unit as product_unit', 'category', 'image_url'])
    .where('carts.account_id', '=', actor.id)
    .where('carts.customer_id', '=', customer_id)
    .orderBy('line.position')
    .execute()
  return { version: rows[0]?.cart_version ?? 0, lines: rows.flatMap(row => lineIn(row) ?? []) }
}

type NullableFields<Row> = { [Name in keyof Row]: Row[Name] | null }
type ProductRow = Omit<NonNullable<StoredCartLine['product']>, 'unit'> & { product_unit: string }
type LineRow = NullableFields<Omit<StoredCartLine, 'product'> & ProductRow>

/** The line in a row of an outer join; undefined if the cart has none. */
function lineIn({ name, brand, product_unit, category, ...line }: LineRow): StoredCartLine | undefined {
  const { product_id, version, quantity, taken, price, vat_rate, unit, promised_for, image_url } = line
  if (product_id === null || version === null || quantity === null || taken === null) return undefined
  if (price === null || vat_rate === null) return undefined
  const isProduct = name !== null && brand !== null && product_unit !== null && category !== null
  const product = isProduct ? { name, brand, unit: product_unit, category, image_url } : null
  return { product_id, version, quantity, taken, price, vat_rate, unit, promised_for, product }
}
