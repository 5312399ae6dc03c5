import { isSoldPastExpiry, type Lot } from '#contract/lots.ts'
import { isExpiredWhenLeaving, type LotDemand, mayHaveLeftInTime } from '#contract/order-lots.ts'
import { today } from '../../ui/clock.ts'

/** The reason, in Turkish, why a lot cannot be chosen for a line at all; `undefined` if it can. */
export function faultOf(lot: Lot, demand: LotDemand): string | undefined {
  if (mayHaveLeftInTime(lot, demand)) return undefined
  if (lot.blocked_at) return 'Engellendi'
  if (!isExpiredWhenLeaving(lot, demand) || isSoldPastExpiry(lot)) return undefined
  return lot.expires_on !== null && lot.expires_on < today() ? 'Tarihi geçti' : 'Tarihi teslimattan önce doluyor'
}
