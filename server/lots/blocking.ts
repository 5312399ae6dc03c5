import { isBlockedByAdmin, type Lot } from '#contract/lots.ts'
import { record } from '../audit/audit.ts'
import { type Database } from '../db/tables.ts'
import { inTransaction, type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import type { Arrivals } from '../stock/ledger.ts'
import { blockLockedLot, releaseLockedLot } from '../stock/lot-blocks.ts'
import { connectedLots } from '../stock/lot-origins.ts'
import { isBlocked } from '../stock/lots.ts'
import { proposeLaterLots } from './later-lots.ts'
import { readLot } from './lists.ts'
import { lockConnectedLots, lockLot } from './locked-lot.ts'
import { replacePicksOf } from './picks.ts'

type By = { actor: Actor; now: Date; reason: string }

/**
 * Blocks a lot, with a reason; open orders that would get it get other lots (`replacePicksOf`). With
 * `with_connected` also blocks the lots that its goods came from or were moved to. A lot that the portal has blocked
 * because of its expiry counts as not blocked: it gets this admin's name and reason. Refuses with `lot_blocked` if an
 * admin has blocked it itself.
 */
export function blockLot(
  db: Database,
  id: string,
  { with_connected = false, ...by }: By & { with_connected?: boolean | undefined },
): Promise<Lot> {
  return inTransaction(db, async tx => {
    // A transfer in progress could move goods to a lot that cannot be found yet.
    if (with_connected) await takeAdvisoryLock(tx, 'transfer')
    const lots = await lockConnectedLots(tx, id, with_connected ? await connectedLots(tx, [id]) : [id])
    const free = lots.filter(lot => !isBlockedByAdmin(lot))
    if (!free.some(lot => lot.id === id)) refuse('lot_blocked')
    for (const lot of free) await blockLockedLot(tx, lot, by)
    for (const lot of free) {
      await replacePicksOf(tx, lot, by.now)
      await recordChange(tx, lot.id, 'blocked', by)
    }
    return readLot(tx, id)
  })
}

/** Releases a blocked lot, with a reason. Refuses with `lot_not_blocked` if it is not blocked. */
export async function releaseLot(tx: Tx, id: string, by: By & { arrivals: Arrivals }): Promise<Lot> {
  const { lot } = await lockLot(tx, id)
  if (!isBlocked(lot)) refuse('lot_not_blocked')
  await releaseLockedLot(tx, lot, by)
  await proposeLaterLots(tx, [lot.product_id], by.now)
  await recordChange(tx, id, 'released', by)
  return readLot(tx, id)
}

async function recordChange(tx: Tx, id: string, action: 'blocked' | 'released', { actor, now, reason }: By) {
  const { product_name, code, expires_on, on_hand: quantity } = await readLot(tx, id)
  const after = { product_name, code, expires_on, quantity, reason }
  await record(tx, { actor, now }, [{ action, entity: 'lot', entity_id: id, after }])
}
