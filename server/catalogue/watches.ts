import { sql } from 'kysely'
import { MAX_WATCHES } from '#contract/product-watches.ts'
import { stockLevel } from '#contract/stock-level.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { availableOf, HAS_LEVEL, lockStock } from '../stock/ledger.ts'

/** The ids of the products that a customer watches. */
export async function listWatches(db: Database, { id }: Pick<Actor, 'id'>): Promise<string[]> {
  const rows = await db
    .selectFrom('product_watches')
    .select('product_id')
    .where('customer_id', '=', id)
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/**
 * Stores that the customer is to be notified when goods of the product arrive. Refuses with `back_in_stock` if some can
 * be sold already, with `too_many_watches`, and with `not_found` if the product is not on sale.
 */
export async function watchProduct(db: Database, actor: Actor, product_id: string, now: Date): Promise<void> {
  await inTransaction(db, async tx => {
    // The customer before the stock, as everywhere. One transaction at a time can lock it so and count its watches.
    const customer = tx.selectFrom('customers').select('id').where('id', '=', actor.id)
    await customer.forNoKeyUpdate().executeTakeFirst()
    // Waits for goods that are arriving, so that none arrives between the check and the watch.
    const figures = (await lockStock(tx, [product_id])).get(product_id)
    const onSale = tx.selectFrom('products').select('id').where('id', '=', product_id).where('is_active', '=', true)
    if (!figures || !(await onSale.executeTakeFirst())) refuse('not_found')
    if (stockLevel(availableOf(figures)) !== 'out') refuse('back_in_stock')
    const watches = await listWatches(tx, actor)
    if (watches.includes(product_id)) return
    if (watches.length >= MAX_WATCHES) refuse('too_many_watches', MAX_WATCHES)
    await tx.insertInto('product_watches').values({ customer_id: actor.id, product_id, created_at: now }).execute()
  })
}

/** Withdraws a watch, if there is one. Refuses with `not_found` if there is no such product. */
export async function unwatchProduct(tx: Tx, actor: Actor, product_id: string): Promise<void> {
  const product = tx.selectFrom('products').select('id').where('id', '=', product_id)
  if (!(await product.executeTakeFirst())) refuse('not_found')
  await tx
    .deleteFrom('product_watches')
    .where('customer_id', '=', actor.id)
    .where('product_id', '=', product_id)
    .execute()
}

export type FulfilledWatch = { customer_id: string; product_id: string; product_name: string }

/**
 * Deletes and returns the watches, of all customers or of one, of products that are on sale and available now. Watches
 * of the other products stay, and so do watches of passive customers, who cannot order, and of customers that are being
 * deleted.
 */
export async function takeFulfilledWatches(
  tx: Tx,
  productIds: string[],
  customer_id: string | null = null,
): Promise<FulfilledWatch[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<FulfilledWatch>`
    with locked as (
      select customer_id, product_id, products.name as product_name
      from product_watches
        join products on products.id = product_id and products.is_active
        join stock using (product_id)
        join customers on customers.id = customer_id
        join accounts on accounts.id = customer_id and accounts.is_active
      where coalesce(customer_id = ${customer_id}::uuid, true)
        and product_id = any(${productIds}::uuid[]) and not ${HAS_LEVEL.out}
      order by customer_id, product_id
      for key share of customers skip locked
    )
    delete from product_watches using locked
    where product_watches.customer_id = locked.customer_id and product_watches.product_id = locked.product_id
    returning locked.*`.execute(tx)
  return rows
}
