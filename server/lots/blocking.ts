import type { Lot } from '#contract/lots.ts'
import { record } from '../audit/audit.ts'
import { type Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import type { Arrivals } from '../stock/ledger.ts'
import { blockLockedLot, releaseLockedLot } from '../stock/lot-blocks.ts'
import { isBlocked } from '../stock/lots.ts'
import { readLot } from './lists.ts'
import { lockLot } from './locked-lot.ts'
import { replacePicksOf } from './picks.ts'

type By = { actor: Actor; now: Date; reason: string }

/** Blocks a lot, with a reason; open orders that would get it get other lots, as far as there are any. Refuses with `lot_blocked` if it is. */
export function blockLot(db: Database, id: string, by: By): Promise<Lot> {
  return inTransaction(db, async tx => {
    const { lot } = await lockLot(tx, id)
    if (isBlocked(lot)) refuse('lot_blocked')
    await blockLockedLot(tx, lot, by)
    await replacePicksOf(tx, lot, by.now)
    return recorded(tx, id, 'blocked', by)
  })
}

/** Releases a blocked lot, with a reason. Refuses with `lot_not_blocked` if it is not blocked. */
export async function releaseLot(tx: Tx, id: string, by: By & { arrivals: Arrivals }): Promise<Lot> {
  const { lot } = await lockLot(tx, id)
  if (!isBlocked(lot)) refuse('lot_not_blocked')
  await releaseLockedLot(tx, lot, by)
  return recorded(tx, id, 'released', by)
}

async function recorded(tx: Tx, id: string, action: 'blocked' | 'released', { actor, now, reason }: By) {
  const lot = await readLot(tx, id)
  const { product_name, code, expires_on, on_hand: quantity } = lot
  const after = { product_name, code, expires_on, quantity, reason }
  await record(tx, { actor, now }, [{ action, entity: 'lot', entity_id: id, after }])
  return lot
}
