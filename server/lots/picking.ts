import { formatNumber } from '#contract/money.ts'
import {
  canHaveLeftInTime,
  isPickedInTime,
  type LotDemand,
  lineLotsText,
  type PickedLine,
  whyNotProposed,
} from '#contract/order-lots.ts'
import { isInPreparation, type OrderStatus } from '#contract/order-status.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import type { Tx } from '../db/transaction.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { lockStock } from '../stock/ledger.ts'
import { freeOf, lockLots, type StoredLot } from '../stock/lots.ts'
import { proposeLaterLots } from './later-lots.ts'
import { lotDemands } from './lot-demands.ts'
import { lotsOfOrders, readPickedLines } from './order-lots.ts'
import { pickedAt, picksOf, pickTexts, storeChosenLots, storePicks } from './picks.ts'
import {
  isChoosable,
  isKept,
  isSame,
  mergeShares,
  type OrderLot,
  proposeLots,
  type Share,
  sumOf,
} from './proposed-lots.ts'

type Choice = {
  product_id: string
  lots: readonly Share[]
  reason?: string | null | undefined
  seen?: readonly Share[] | undefined
}

/**
 * Replaces the lots of one product of an order; the order must be locked. Refuses with `order_not_prepared` unless the
 * order is in preparation, with `lots_changed` if its lots are neither those in `seen` nor chosen like this already,
 * with `lot_unusable` a lot that is blocked or, without a release, past its use-by date when the goods leave (not if it
 * expired after the delivery day, nor what the order keeps of a lot that was blocked after it), with `lot_not_free`
 * more than its quantity that is not picked for other open orders, and with `invalid_input` a lot without a reason that
 * would not be proposed: one that has fewer days left than demanded, whose date is over, or that expires later than
 * another free one.
 */
export async function pickLots(
  tx: Tx,
  order: { id: string; status: OrderStatus },
  { product_id, lots: chosen, reason, seen }: Choice,
  { actor, now }: By,
): Promise<PickedLine[]> {
  if (!isInPreparation(order.status)) refuse('order_not_prepared')
  const line = await tx
    .selectFrom('order_items')
    .select(['product_name', 'unit', 'quantity'])
    .where('order_id', '=', order.id)
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  if (!line) refuseField('invalid_input', 'product_id', 'Bu ürün siparişte yok')
  const shares = mergeShares(chosen)
  if (sumOf(shares) > line.quantity)
    refuseField('invalid_input', 'lots', `Siparişte bu üründen ${formatNumber(line.quantity)} var`)
  await lockStock(tx, [product_id])
  const own = (await picksOf(tx, order.id)).filter(pick => pick.product_id === product_id)
  const stored = await lockLots(
    tx,
    [product_id],
    [...own, ...shares].map(({ lot_id }) => lot_id),
  )
  // As if this order had picked nothing yet.
  const lots = stored.map(lot => ({
    ...lot,
    picked: lot.picked - sumOf(own.filter(({ lot_id }) => lot_id === lot.id)),
  }))
  const codes = new Map(lots.map(({ id, code }) => [id, code]))
  const texts = (some: readonly Share[]) =>
    pickTexts(some.map(({ lot_id, quantity }) => ({ code: codes.get(lot_id) ?? '', quantity })))
  // The choice may be stored already, with its reason: by this request, whose first response was lost.
  const isStored = isSame(own, shares) && own.every(pick => !pick.reason || pick.reason === reason)
  const isSeen = seen === undefined || isSame(own, mergeShares(seen)) || isStored
  if (!isSeen) {
    const present = (await lotsOfOrders(tx, [order.id])).filter(lot => lot.product_id === product_id)
    refuse('lots_changed', line.product_name, lineLotsText({ ...line, lots: present }) || 'parti seçili değil')
  }
  const demand = (await lotDemands(tx, [order.id], [product_id], now))(order.id, product_id)
  for (const share of shares) refuseUnusable(lots, share, { ...demand, own })
  const kept = own.filter(({ reason: given }) => given === null)
  const why = missingReason(lots, shares, kept, { ...demand, today: istanbulDay(now) })
  if (why && !reason) refuseField('invalid_input', 'reason', why)
  const rows = shares.map(share => ({
    order_id: order.id,
    product_id,
    ...share,
    taken: null,
    picked_at: pickedAt(own, share, now),
    reason: why ? (reason ?? null) : null,
  }))
  await storePicks(tx, own, rows)
  await storeChosenLots(tx, order.id, { product_id, lots: shares })
  const entry = { action: 'updated', entity: 'order', entity_id: order.id } as const
  const isChanged = !isSame(own, shares)
  const change = isChanged && { lots: texts(shares), product_name: line.product_name }
  const after = { ...change, ...(why && { reason }) }
  await record(tx, { actor, now }, [{ ...entry, before: { lots: texts(own) }, after }])
  // What the order no longer has may be proposed to others.
  if (isChanged) await proposeLaterLots(tx, [product_id], now)
  return readPickedLines(tx, order.id, now)
}

/** Refuses a lot that may not be chosen, unless the order has it already (`own`) and keeps it. */
function refuseUnusable(
  lots: readonly StoredLot[],
  { lot_id, quantity }: Share,
  { own, ...demand }: LotDemand & { own: readonly OrderLot[] },
) {
  const lot = lots.find(({ id }) => id === lot_id)
  if (!lot) refuseField('invalid_input', 'lots', 'Bu parti bu ürünün değil')
  const had = own.find(pick => pick.lot_id === lot_id && pick.quantity >= quantity)
  if (!isChoosable(lot, demand) && !(had && isKept(lot, had, demand))) refuse('lot_unusable', lot.code)
  if (quantity > freeOf(lot)) refuse('lot_not_free', lot.code, formatNumber(freeOf(lot)))
}

/**
 * The Turkish message that a chosen lot needs a reason; undefined if only lots that would be proposed are chosen, or
 * that are `kept`: the order had them without a reason, and they may have left before they expired.
 */
function missingReason(
  lots: readonly StoredLot[],
  shares: readonly Share[],
  kept: readonly OrderLot[],
  { today, ...demand }: LotDemand & { today: string },
): string | undefined {
  for (const { lot_id, quantity } of shares) {
    const lot = lots.find(({ id }) => id === lot_id)
    const had = kept.find(pick => pick.lot_id === lot_id && pick.quantity >= quantity)
    const mayHaveLeft = lot && had && canHaveLeftInTime(lot, demand) && isPickedInTime(had, demand)
    const why = lot && !mayHaveLeft && whyNotProposed(lot, demand, today)
    if (lot && why) return `“${lot.code}” için neden yazılmalıdır: ${why}`
  }
  const isLater = isLaterThan(lots, shares, proposeLots(lots, sumOf(shares), demand))
  return isLater ? 'Daha erken tarihli parti varken neden yazılmalıdır' : undefined
}

/** Whether goods are chosen that expire later than those that would be proposed. */
function isLaterThan(lots: readonly StoredLot[], chosen: readonly Share[], first: readonly Share[]): boolean {
  const expiries = (shares: readonly Share[]) =>
    shares
      .flatMap(({ lot_id, quantity }) => {
        const expires_on = lots.find(({ id }) => id === lot_id)?.expires_on ?? '9999'
        return [{ expires_on, quantity }]
      })
      .sort((a, b) => (a.expires_on < b.expires_on ? -1 : 1))
  const [ours, theirs] = [expiries(chosen), expiries(first)]
  const until = (some: typeof ours, day: string) => sumOf(some.filter(({ expires_on }) => expires_on <= day))
  return theirs.some(({ expires_on }) => until(ours, expires_on) < until(theirs, expires_on))
}
