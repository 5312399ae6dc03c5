import { canHaveLeftInTime, isExpiredWhenLeaving, type PickingLine, whyNotProposed } from '#contract/order-lots.ts'
import { today } from '../../../ui/clock.ts'

type PickedLot = PickingLine['lots'][number]

/** The warning, in Turkish, about a lot of an order that is blocked, or past its expiry when its goods leave. */
export function expiryWarning(lot: PickedLot, line: PickingLine): string | undefined {
  const { reason, block_reason } = lot
  if (block_reason !== undefined) return `Engellendi (${block_reason}): mal teslim günü çıkmadıysa partiyi değiştirin`
  if (!isExpiredWhenLeaving(lot, line)) return undefined
  const why = whyNotProposed(lot, line, today())
  if (reason) return why
  if (canHaveLeftInTime(lot, line) && !lot.picked_late) return `${why}: mal o gün çıkmadıysa partiyi değiştirin`
  return `${lot.expiry_kind === 'tett' ? why : 'SKT geçti'}: neden yazıp yeniden seçmezseniz siparişle çıkmaz`
}

/**
 * The warning about goods of a lot that must not be handed out as they are still there, as a scan shows; `undefined` if
 * they may, as those that were chosen with a reason and can still be sold.
 */
export const handOutFault = (lot: PickedLot, line: PickingLine) =>
  lot.reason && lot.block_reason === undefined ? undefined : expiryWarning(lot, line)
