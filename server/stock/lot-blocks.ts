import { istanbulDay } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refreshScreens } from '../notifications/live.ts'
import { type Arrivals, move } from './ledger.ts'
import { changeLots, isBlocked, type StoredLot } from './lots.ts'

/** Without an actor the portal itself acts. */
type By = { actor: Actor | undefined; now: Date; reason: string }

/**
 * Blocks a lot: reserves its quantity on hand, unless the portal has blocked it before. Product and lot must be locked.
 * The lot's ledger gets a row, even if there is nothing on hand.
 */
export async function blockLockedLot(tx: Tx, lot: StoredLot, { actor, now, reason }: By) {
  const cause = { reason: 'lot_blocked', actor, now, note: reason } as const
  if (!isBlocked(lot)) await move(tx, [{ product_id: lot.product_id, reserved: lot.on_hand }], cause)
  await changeLots(tx, [{ lot_id: lot.id, on_hand: 0, note: reason }], cause)
  await setBlock(tx, lot, {
    blocked_at: now,
    blocked_by_admin_name: actor?.name ?? null,
    block_reason: reason,
    sold_past_expiry: false,
  })
}

/**
 * Releases a blocked lot: its goods can be sold again, also past their expiry if that is over. Product and lot must be
 * locked.
 */
export async function releaseLockedLot(
  tx: Tx,
  lot: StoredLot,
  { actor, now, reason, arrivals }: By & { arrivals: Arrivals },
) {
  const cause = { reason: 'lot_released', actor, now, note: reason, arrivals } as const
  await move(tx, [{ product_id: lot.product_id, reserved: -lot.on_hand }], cause)
  await changeLots(tx, [{ lot_id: lot.id, on_hand: 0, note: reason }], cause)
  const sold_past_expiry = lot.expires_on !== null && lot.expires_on < istanbulDay(now)
  await setBlock(tx, lot, { blocked_at: null, blocked_by_admin_name: null, block_reason: null, sold_past_expiry })
}

type Block = {
  blocked_at: Date | null
  blocked_by_admin_name: string | null
  block_reason: string | null
  sold_past_expiry: boolean
}

async function setBlock(tx: Tx, { id }: StoredLot, block: Block) {
  await tx.updateTable('lots').set(block).where('id', '=', id).execute()
  // Also if nothing of the lot is on hand, so that no stock has moved.
  refreshScreens(tx, { roles: ['admin'] })
}
