import { isSoldPastExpiry, type Lot } from '#contract/lots.ts'
import { canBeChosenAsLeft, isExpiredWhenLeaving, type LotDemand } from '#contract/order-lots.ts'
import { today } from '../../ui/clock.ts'

/** The reason, in Turkish, why a lot cannot be chosen for a line at all; `undefined` if it can. */
export function faultOf(lot: Lot, demand: LotDemand): string | undefined {
  return canBeChosenAsLeft(lot, demand) ? undefined : shelfFaultOf(lot, demand)
}

/** The same for goods that are still there, so that they have not left before their lot expired. */
export function shelfFaultOf(lot: Lot, demand: LotDemand): string | undefined {
  if (lot.blocked_at) return 'Engellendi'
  if (!isExpiredWhenLeaving(lot, demand) || isSoldPastExpiry(lot)) return undefined
  return lot.expires_on !== null && lot.expires_on < today() ? 'Tarihi geçti' : 'Tarihi teslimattan önce doluyor'
}
