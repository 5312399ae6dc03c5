import type { LotCorrection } from '#contract/lot-changes.ts'
import type { Lot } from '#contract/lots.ts'
import { formatNumber } from '#contract/money.ts'
import { MAX_STOCK, stockTooLarge } from '#contract/quantity.ts'
import { record } from '../audit/audit.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { refuseOtherUnitOf } from '../stock/changed-units.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import { type Arrivals, type Figures, move } from '../stock/ledger.ts'
import { adjustPicks } from './later-lots.ts'
import { readLot } from './lists.ts'
import { lockLot } from './locked-lot.ts'

type By = { actor: Actor; now: Date; arrivals: Arrivals }

/**
 * Sets the quantity on hand of a lot, with a reason. The stock of its product changes by the difference, or with
 * `from_unnamed` only its part without a lot. Refuses with `lot_moved` if the quantity is neither the one that was
 * seen nor already the wanted one, and with `invalid_input` if the user saw another `unit`. Open orders that would get
 * goods of an emptied lot get other lots.
 */
export async function correctLot(
  tx: Tx,
  { actor, now, arrivals }: By,
  id: string,
  { quantity, old_quantity, reason, from_unnamed = false, unit }: LotCorrection,
): Promise<Lot> {
  const { lot, stock } = await lockLot(tx, id)
  await refuseOtherUnitOf(tx, lot.product_id, unit)
  const by = quantity - lot.on_hand
  if (by === 0) return readLot(tx, id)
  if (old_quantity !== lot.on_hand) refuse('lot_moved', formatNumber(lot.on_hand))
  refuseTooMuch(stock, by, from_unnamed)
  if (by > 0) await blockExpiredLots(tx, { product_id: lot.product_id, lotIds: [id], now })
  const goods = { product_id: lot.product_id, on_hand: from_unnamed ? 0 : by, lots: [{ lot_id: id, on_hand: by }] }
  await move(tx, [goods], { reason: 'edit', actor, now, arrivals, note: reason })
  await adjustPicks(tx, [lot.product_id], now)
  const corrected = await readLot(tx, id)
  const { product_name, code, expires_on } = corrected
  const after = { product_name, code, expires_on, quantity, reason }
  const entry = { action: 'updated', entity: 'lot', entity_id: id } as const
  await record(tx, { actor, now }, [{ ...entry, before: { quantity: lot.on_hand }, after }])
  return corrected
}

function refuseTooMuch({ on_hand, in_lots }: Figures, by: number, isUnnamed: boolean) {
  const unnamed = on_hand - in_lots
  if (isUnnamed && by > unnamed)
    refuseField('invalid_input', 'quantity', `Partisiz stokta ${formatNumber(unnamed)} var; fark daha fazla olamaz`)
  if (!isUnnamed && on_hand + by > MAX_STOCK) refuseField('invalid_input', 'quantity', stockTooLarge())
}
