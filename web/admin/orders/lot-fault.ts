import type { Lot } from '#contract/lots.ts'
import type { LotDemand } from '#contract/order-lots.ts'
import { today } from '../inventory/expected-day.tsx'

/** Why a lot cannot be chosen for a line at all, in Turkish. */
export function faultOf({ blocked_at, expires_on }: Lot, { leaves_on }: LotDemand): string | undefined {
  if (blocked_at) return 'Engelli'
  if (expires_on === null || expires_on >= leaves_on) return undefined
  return expires_on < today() ? 'Tarihi geçti' : 'Tarihi teslimattan önce geçiyor'
}
