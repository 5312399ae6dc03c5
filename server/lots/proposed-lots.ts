import type { Selectable } from 'kysely'
import { isSoldPastExpiry } from '#contract/lots.ts'
import {
  canBeChosenAsLeft,
  daysBelowDemand,
  isExpiredWhenLeaving,
  isPickedInTime,
  type LotDemand,
  mayHaveLeftInTime,
} from '#contract/order-lots.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Tables } from '../db/tables.ts'
import type { Figures } from '../stock/ledger.ts'
import { byExpiry, freeOf, isBlocked, type StoredLot } from '../stock/lots.ts'

export type OrderLot = Selectable<Tables['order_lots']>

/** A quantity of a lot. */
export type Share = { lot_id: string; quantity: number }

/** The picked quantity of a lot, with the reason if it was chosen with one, and when it was picked. */
type Picked = Share & Pick<OrderLot, 'reason' | 'picked_at'>

/**
 * Whether the lot may be proposed: it is not blocked, not expired when the goods leave, and has as many days left as
 * demanded.
 */
export const isProposable = (lot: StoredLot, demand: LotDemand) =>
  !isBlocked(lot) && !isExpiredWhenLeaving(lot, demand) && daysBelowDemand(lot, demand) === undefined

/**
 * Whether the lot may be chosen with a reason: it is not blocked, and not expired when the goods leave, unless it is
 * sold past its expiry; or its goods may have left before it expired.
 */
export const isChoosable = (lot: StoredLot, demand: LotDemand) =>
  (!isBlocked(lot) && (!isExpiredWhenLeaving(lot, demand) || isSoldPastExpiry(lot))) || canBeChosenAsLeft(lot, demand)

/**
 * Whether an open order keeps what it has picked of the lot: some of it is on hand, and it is not blocked, or was only
 * after its goods may have left: as a recall must name that customer, also if an admin has blocked it.
 */
export const isKept = (lot: StoredLot, pick: Omit<Picked, keyof Share>, demand: LotDemand) =>
  lot.on_hand > 0 && (!isBlocked(lot) || mayHaveLeft(lot, pick, demand))

/** Whether what an order has picked of the lot may have left, as its delivery day is over: before the day of a block. */
const mayHaveLeft = (lot: StoredLot, pick: Omit<Picked, keyof Share>, demand: LotDemand) => {
  const blocked_on = lot.blocked_at === null ? undefined : istanbulDay(new Date(lot.blocked_at))
  return mayHaveLeftInTime(lot, demand) && isPickedInTime(pick, demand, blocked_on)
}

/**
 * Proposes the lots for a quantity, first expired first out (FEFO), none with fewer days left than demanded; less than
 * the quantity if there is not enough.
 */
export function proposeLots(lots: readonly StoredLot[], quantity: number, demand: LotDemand): Share[] {
  const shares: Share[] = []
  let missing = quantity
  for (const lot of lots.filter(one => isProposable(one, demand)).sort(byExpiry)) {
    const share = Math.min(missing, freeOf(lot))
    if (share > 0) shares.push({ lot_id: lot.id, quantity: share })
    missing -= share
  }
  return shares
}

type Wanted = { quantity: number; picks: readonly Picked[]; figures: Figures; demand: LotDemand }

/**
 * Chooses the goods that leave the stock for an order line: first its picks, as far as they are on hand and may be
 * delivered (also with fewer days left than demanded, and past their expiry only if they were chosen with a reason, or
 * may have left before); then goods without a lot; then free goods of other lots; last further goods of the picked
 * lots, since a picker may have chosen less of them on purpose. `withoutLot` is the part of `taken` that has no lot.
 */
export function chooseGoodsToTake(lots: readonly StoredLot[], { quantity, picks, figures, demand }: Wanted) {
  const byId = new Map(lots.map(lot => [lot.id, lot]))
  const named = picks.flatMap((pick): Share[] => {
    const { lot_id, quantity: wanted, reason } = pick
    const lot = byId.get(lot_id)
    const isChosen = lot && isChoosable(lot, demand) && (reason !== null || !isExpiredWhenLeaving(lot, demand))
    const mayLeave = isChosen || (lot && mayHaveLeft(lot, pick, demand))
    const there = mayLeave ? Math.min(wanted, lot.on_hand) : 0
    return there > 0 ? [{ lot_id, quantity: there }] : []
  })
  const picked = sumOf(named)
  const withoutLot = Math.max(0, Math.min(quantity - picked, figures.on_hand - figures.in_lots))
  const rest = quantity - picked - withoutLot
  const isPicked = ({ id }: StoredLot) => picks.some(({ lot_id }) => lot_id === id)
  const otherLots = lots.filter(lot => !isPicked(lot))
  const others = proposeLots(otherLots, rest, demand)
  const more = proposeLots(lots.filter(isPicked), rest - sumOf(others), demand)
  const shares = mergeShares([...named, ...others, ...more])
  return { shares, withoutLot, taken: withoutLot + sumOf(shares) }
}

export const sumOf = (shares: readonly { quantity: number }[]) =>
  shares.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether two lists, each with one share of a lot, have the same shares. */
export const isSame = (some: readonly Share[], others: readonly Share[]) =>
  some.length === others.length &&
  some.every(one => others.some(({ lot_id, quantity }) => lot_id === one.lot_id && quantity === one.quantity))

/** The shares with one for each lot. */
export function mergeShares(shares: readonly Share[]): Share[] {
  const sums = new Map<string, number>()
  for (const { lot_id, quantity } of shares) sums.set(lot_id, (sums.get(lot_id) ?? 0) + quantity)
  return [...sums].map(([lot_id, quantity]) => ({ lot_id, quantity }))
}
