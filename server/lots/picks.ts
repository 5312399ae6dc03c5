import { sql } from 'kysely'
import { hasToBeBlocked } from '#contract/lots.ts'
import { formatNumber } from '#contract/money.ts'
import type { LotDemand } from '#contract/order-lots.ts'
import { hasPicks, isInPreparation, ORDER_STATUS, type OrderStatus } from '#contract/order-status.ts'
import { byAlphabet, istanbulDay } from '#contract/turkish.ts'
import { queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import { refreshScreens } from '../notifications/live.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import type { Figures } from '../stock/ledger.ts'
import { changePicked, type LotChange, lockLots, type StoredLot } from '../stock/lots.ts'
import { lotDemands } from './lot-demands.ts'
import { chooseGoodsToTake, isKept, type OrderLot, proposeLots, type Share } from './proposed-lots.ts'

type Line = { product_id: string; quantity: number; taken: number | null }
/**
 * The effect of an order's new status on a product: how much leaves, and the changes of its lots in either direction.
 */
export type LotsOfLine = { taken: number; lots: LotChange[] }

type Change = {
  order_id: string
  from: OrderStatus
  to: OrderStatus
  lines: readonly Line[]
  /** The stock of the lines, which is locked. */
  stock: ReadonlyMap<string, Figures>
  now: Date
}

/**
 * Chooses, takes or gives back the lots of an order whose status changes, and returns the effect on its products,
 * without products that have no lots. An order in preparation gets lots, those that expire first, never expired or
 * blocked ones (but keeps some, `isKept`); a pending or cancelled one has none. Expired lots are blocked before goods
 * return to them: once these are booked, `adjustPicks` gives the order others. What a picker has chosen counts until
 * the preparation ends.
 */
export async function applyPicks(tx: Tx, change: Change): Promise<Map<string, LotsOfLine>> {
  const { order_id, from, to, lines, stock, now } = change
  const picks = hasPicks(from) ? await picksOf(tx, order_id) : []
  const hasLots = lines.filter(({ product_id }) => (stock.get(product_id)?.in_lots ?? 0) > 0)
  if (isInPreparation(from)) await queueStatement(tx, statementOf(DELETE_CHOICES, [order_id]))
  if (picks.length === 0 && (hasLots.length === 0 || !hasPicks(to))) return new Map()
  const products = [...new Set([...hasLots, ...picks].map(({ product_id }) => product_id))]
  const lots = await lockLots(
    tx,
    products,
    picks.map(({ lot_id }) => lot_id),
  )
  const demandOf = await lotDemands(tx, [order_id], products, now)
  const effects = new Map<string, LotsOfLine>()
  const kept: OrderLot[] = []
  for (const line of lines.filter(({ product_id }) => products.includes(product_id))) {
    const own = picks.filter(({ product_id }) => product_id === line.product_id)
    const ofProduct = lots.filter(({ product_id }) => product_id === line.product_id)
    const { rows, effect } = pickedLine(line, own, ofProduct, {
      ...change,
      demand: demandOf(order_id, line.product_id),
    })
    kept.push(...rows)
    if (effect) effects.set(line.product_id, effect)
  }
  await storePicks(tx, picks, kept)
  const today = istanbulDay(now)
  const expired = new Set(lots.filter(lot => hasToBeBlocked(lot, today)).map(({ id }) => id))
  for (const [product_id, effect] of effects) {
    const lotIds = effect.lots.flatMap(({ lot_id, on_hand }) => (on_hand > 0 && expired.has(lot_id) ? [lot_id] : []))
    if (lotIds.length > 0) await blockExpiredLots(tx, { product_id, lotIds, now })
  }
  return effects
}

/** The picks of a line in its new status, and the effect on its product. */
function pickedLine(
  line: Line,
  own: readonly OrderLot[],
  lots: readonly StoredLot[],
  { order_id, to, stock, now, demand }: Change & { demand: LotDemand },
): { rows: OrderLot[]; effect: LotsOfLine | undefined } {
  const { product_id, quantity } = line
  const rowOf = (share: Share, left: number | null, pick?: OrderLot): OrderLot => ({
    order_id,
    product_id,
    ...share,
    taken: left,
    reason: pick?.reason ?? null,
    picked_at: pickedAt(own, share, now),
  })
  const back = own.filter(pick => pick.taken).map(pick => ({ lot_id: pick.lot_id, on_hand: pick.taken ?? 0 }))
  const returned = back.length > 0 ? { taken: 0, lots: back } : undefined
  if (!hasPicks(to)) return { rows: [], effect: returned }
  if (ORDER_STATUS[to].goods === 'reserved') {
    const again = pickedAgain(own, quantity).map(pick => rowOf(pick, null, pick))
    const rows = own.length > 0 ? again : proposeLots(lots, quantity, demand).map(share => rowOf(share, null))
    return { rows, effect: returned }
  }
  const figures = stock.get(product_id) ?? { on_hand: 0, reserved: 0, in_lots: 0 }
  const left = chooseGoodsToTake(lots, { quantity, picks: own, figures, demand })
  const rows = left.shares.map(share => {
    const pick = own.find(({ lot_id }) => lot_id === share.lot_id)
    const planned = Math.max(pick?.quantity ?? 0, share.quantity)
    return rowOf({ ...share, quantity: planned }, share.quantity, pick)
  })
  const leaving = left.shares.map(({ lot_id, quantity: by }) => ({ lot_id, on_hand: -by }))
  return { rows, effect: { taken: left.taken, lots: leaving } }
}

/**
 * When a lot was picked: if the order had some of it before (`own`), then, also for more of it, as the customer may
 * have some.
 */
export function pickedAt(own: readonly OrderLot[], { lot_id }: Share, now: Date): string | null {
  const earlier = own.find(pick => pick.lot_id === lot_id)
  return earlier ? earlier.picked_at : now.toISOString()
}

/** Picks of an order that is set back to preparing: the goods that had left and, up to `quantity`, those not taken. */
function pickedAgain(own: readonly OrderLot[], quantity: number): OrderLot[] {
  let missing = quantity - own.reduce((sum, pick) => sum + (pick.taken ?? 0), 0)
  return own.map(pick => {
    const left = pick.taken ?? 0
    const more = Math.max(0, Math.min(missing, pick.quantity - left))
    missing -= more
    return { ...pick, quantity: left + more }
  })
}

/** The lots that an order has picked or got, by lot id. */
export const picksOf = (tx: Tx, order_id: string): Promise<OrderLot[]> =>
  tx.selectFrom('order_lots').selectAll().where('order_id', '=', order_id).orderBy('lot_id').execute()

/** Picks as the audit trail records them: 'L2417: 6'. */
export const pickTexts = (picks: readonly { code: string; quantity: number }[]): string[] =>
  picks.map(({ code, quantity }) => `${code}: ${formatNumber(quantity)}`).sort(byAlphabet)

/** Replaces picks and updates `picked` of their lots, which must be locked. Refreshes the screens of admins. */
export async function storePicks(tx: Tx, before: readonly OrderLot[], after: readonly OrderLot[]) {
  const open = (rows: readonly OrderLot[], sign: 1 | -1) =>
    rows.filter(row => row.taken === null).map(row => ({ lot_id: row.lot_id, by: sign * row.quantity }))
  if (before.length > 0) {
    const [orders, lots] = [before.map(row => row.order_id), before.map(row => row.lot_id)]
    await queueStatement(tx, statementOf(DELETE_PICKS, [orders, lots]))
  }
  if (after.length > 0)
    await tx
      .insertInto('order_lots')
      .values([...after])
      .execute()
  await changePicked(tx, [...open(before, -1), ...open(after, 1)])
  if (before.length + after.length > 0) refreshScreens(tx, { roles: ['admin'] }, ['orders'])
}

const DELETE_PICKS = `
  delete from order_lots using unnest($1::uuid[], $2::uuid[]) as old (order_id, lot_id)
  where order_lots.order_id = old.order_id and order_lots.lot_id = old.lot_id`

/** Stores which lots, or none, a picker has chosen for a line of an order in preparation. */
export const storeChosenLots = (
  tx: Tx,
  order_id: string,
  { product_id, lots }: { product_id: string; lots: readonly Share[] },
) => queueStatement(tx, statementOf(STORE_CHOICE, [order_id, product_id, JSON.stringify(lots)]))

const STORE_CHOICE = `
  insert into lot_choices (order_id, product_id, lots) values ($1, $2, $3)
  on conflict (order_id, product_id) do update set lots = excluded.lots`
const DELETE_CHOICES = 'delete from lot_choices where order_id = $1'

/** Gives back the goods picked for open orders; taken ones stay recorded. The stock of the products must be locked. */
export async function releasePicksOf(tx: Tx, orderIds: readonly string[]) {
  const picks = await tx
    .selectFrom('order_lots')
    .selectAll()
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .where('taken', 'is', null)
    .execute()
  if (picks.length > 0) await storePicks(tx, picks, [])
}

/**
 * Takes a lot that is blocked or empty out of all open orders, except those for which it may have left before it was
 * blocked, and gives them other lots, as far as there are any. The stock of its product must be locked.
 */
export async function replacePicksOf(tx: Tx, { id, product_id }: Pick<StoredLot, 'id' | 'product_id'>, now: Date) {
  const all = tx.selectFrom('order_lots').selectAll().where('product_id', '=', product_id).where('taken', 'is', null)
  const picks = await all.orderBy('order_id').execute()
  const lots = (await lockLots(tx, [product_id], [id])).map(lot => ({ ...lot }))
  const orders = picks.map(pick => pick.order_id)
  const demandOf = await lotDemands(tx, orders, [product_id], now)
  const stored = lots.find(lot => lot.id === id)
  const isLost = (pick: OrderLot) => !stored || !isKept(stored, pick, demandOf(pick.order_id, product_id))
  const lost = picks.filter(pick => pick.lot_id === id && isLost(pick))
  const after: OrderLot[] = []
  for (const { order_id, quantity } of lost) {
    const shares = proposeLots(
      lots.filter(lot => lot.id !== id),
      quantity,
      demandOf(order_id, product_id),
    )
    for (const share of shares) {
      const lot = lots.find(one => one.id === share.lot_id)
      if (lot) lot.picked += share.quantity
      const own = picks.find(pick => pick.order_id === order_id && pick.lot_id === share.lot_id)
      after.push({
        order_id,
        product_id,
        taken: null,
        reason: own?.reason ?? null,
        picked_at: pickedAt(own ? [own] : [], share, now),
        ...share,
        quantity: share.quantity + (own?.quantity ?? 0),
      })
    }
  }
  const replaced = picks.filter(pick => after.some(one => one.order_id === pick.order_id && one.lot_id === pick.lot_id))
  await storePicks(tx, [...lost, ...replaced], after)
}
