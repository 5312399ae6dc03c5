import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'
import { type Figures, lockStock } from '../stock/ledger.ts'
import { lockLots, type StoredLot } from '../stock/lots.ts'

/**
 * Locks a lot after the stock of its product. Refuses with `not_found` if there is none, or its product was deleted.
 */
export async function lockLot(tx: Tx, id: string): Promise<{ lot: StoredLot; stock: Figures }> {
  const found = await tx.selectFrom('lots').select('product_id').where('id', '=', id).executeTakeFirst()
  if (!found) refuse('not_found')
  const stock = (await lockStock(tx, [found.product_id])).get(found.product_id)
  const lot = (await lockLots(tx, [found.product_id], [id])).find(one => one.id === id)
  if (!stock || !lot) refuse('not_found')
  return { lot, stock }
}

/**
 * Locks lots, including `id`, after the stock of their products, and returns the lots of products that still exist.
 * Refuses with `not_found` if `id` is not among these.
 */
export async function lockConnectedLots(tx: Tx, id: string, ids: readonly string[]): Promise<StoredLot[]> {
  const found = await tx
    .selectFrom('lots')
    .select('product_id')
    .distinct()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const stock = await lockStock(
    tx,
    found.map(({ product_id }) => product_id),
  )
  const lots = (await lockLots(tx, [...stock.keys()], ids)).filter(lot => ids.includes(lot.id))
  return lots.some(lot => lot.id === id) ? lots : refuse('not_found')
}
