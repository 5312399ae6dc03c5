import { daysBelowDemand, type LotDemand } from '#contract/order-lots.ts'
import type { Figures } from '../stock/ledger.ts'
import { byExpiry, isBlocked, type StoredLot } from '../stock/lots.ts'

/** A quantity of a lot. */
export type Share = { lot_id: string; quantity: number }

/** Whether the lot may be picked for goods that leave on this day (YYYY-MM-DD): it is neither blocked nor expired then. */
export const isPickable = (lot: StoredLot, day: string) =>
  !isBlocked(lot) && (lot.expires_on === null || lot.expires_on >= day)

/** What of a lot no open order will take. */
export const freeOf = (lot: StoredLot) => Math.max(0, lot.on_hand - lot.picked)

/**
 * The lots for a quantity, those that expire first first, none with fewer days left than demanded; less than the quantity if
 * there is not enough.
 */
export function proposed(lots: readonly StoredLot[], quantity: number, demand: LotDemand): Share[] {
  const shares: Share[] = []
  let missing = quantity
  const isProposable = (lot: StoredLot) =>
    isPickable(lot, demand.leaves_on) && daysBelowDemand(lot, demand) === undefined
  for (const lot of lots.filter(isProposable).sort(byExpiry)) {
    const share = Math.min(missing, freeOf(lot))
    if (share > 0) shares.push({ lot_id: lot.id, quantity: share })
    missing -= share
  }
  return shares
}

type Wanted = { quantity: number; picks: readonly Share[]; figures: Figures; demand: LotDemand }

/**
 * What leaves for a line: of its picks what is still there and may be picked, also with fewer days left than demanded; then
 * goods without a lot, then what is free of other lots. `withoutLot` is the part of `taken` that has none.
 */
export function taken(lots: readonly StoredLot[], { quantity, picks, figures, demand }: Wanted) {
  const byId = new Map(lots.map(lot => [lot.id, lot]))
  const named = picks.flatMap(({ lot_id, quantity: wanted }): Share[] => {
    const lot = byId.get(lot_id)
    const there = lot && isPickable(lot, demand.leaves_on) ? Math.min(wanted, lot.on_hand) : 0
    return there > 0 ? [{ lot_id, quantity: there }] : []
  })
  const picked = named.reduce((sum, share) => sum + share.quantity, 0)
  const withoutLot = Math.max(0, Math.min(quantity - picked, figures.on_hand - figures.in_lots))
  const rest = quantity - picked - withoutLot
  const own = new Set(picks.map(({ lot_id }) => lot_id))
  const others = proposed(
    lots.filter(({ id }) => !own.has(id)),
    rest,
    demand,
  )
  const shares = [...named, ...others]
  return { shares, withoutLot, taken: withoutLot + shares.reduce((sum, share) => sum + share.quantity, 0) }
}
