import { hasToBeBlocked } from '#contract/lots.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import type { Tx } from '../db/transaction.ts'
import { blockLockedLot } from './lot-blocks.ts'
import { lockLots, type StoredLot } from './lots.ts'

/** Why the portal blocks a lot. */
const REASON = 'Tarihi geçti'

/**
 * Blocks and returns the lots of a product that are past their use-by date (SKT): those on hand, and those in `lotIds`
 * even if none of their goods are on hand. Lots that an admin has released after their date stay as they are. The
 * product's stock must be locked.
 */
export async function blockExpiredLots(
  tx: Tx,
  { product_id, lotIds = [], now }: { product_id: string; lotIds?: readonly string[]; now: Date },
): Promise<StoredLot[]> {
  const today = istanbulDay(now)
  const lots = (await lockLots(tx, [product_id], lotIds)).filter(lot => hasToBeBlocked(lot, today))
  if (lots.length === 0) return []
  for (const lot of lots) await blockLockedLot(tx, lot, { actor: undefined, now, reason: REASON })
  const product = await tx.selectFrom('products').select('name').where('id', '=', product_id).executeTakeFirst()
  await record(
    tx,
    { actor: undefined, now },
    lots.map(({ id, code, expires_on, on_hand: quantity }) => {
      const after = { product_name: product?.name, code, expires_on, quantity, reason: REASON }
      return { action: 'blocked', entity: 'lot', entity_id: id, after }
    }),
  )
  return lots
}
