import type { Tx } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'
import { type Figures, lockStock } from '../stock/ledger.ts'
import { lockLots, type StoredLot } from '../stock/lots.ts'

/** Locks a lot after the stock of its product. Refuses with `not_found` if there is none, or its product was deleted. */
export async function lockLot(tx: Tx, id: string): Promise<{ lot: StoredLot; stock: Figures }> {
  const found = await tx.selectFrom('lots').select('product_id').where('id', '=', id).executeTakeFirst()
  if (!found) refuse('not_found')
  const stock = (await lockStock(tx, [found.product_id])).get(found.product_id)
  const lot = (await lockLots(tx, [found.product_id], [id])).find(one => one.id === id)
  if (!stock || !lot) refuse('not_found')
  return { lot, stock }
}
