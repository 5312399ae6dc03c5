import { sql } from 'kysely'
import { isInPreparation, OPEN_STATUSES } from '#contract/order-status.ts'
import { groupBy } from '../db/group-by.ts'
import type { Tx } from '../db/transaction.ts'
import { lockLots } from '../stock/lots.ts'
import { lotDemands } from './lot-demands.ts'
import { replacePicksOf, storePicks } from './picks.ts'
import { isSame, type OrderLot, proposeLots, type Share } from './proposed-lots.ts'

/**
 * Adjusts the picks of open orders after goods of these products have moved: lots that are blocked or empty now are
 * replaced (`replacePicksOf`), and orders that lack goods get lots as `proposeLaterLots` proposes them. The
 * stock of the products must be locked.
 */
export async function adjustPicks(tx: Tx, productIds: readonly string[], now: Date) {
  if (productIds.length === 0) return
  await replaceLostPicks(tx, productIds, now)
  await proposeLaterLots(tx, productIds, now)
}

/** Replaces, as `replacePicksOf`, what open orders have picked of these products' lots that are blocked or empty. */
async function replaceLostPicks(tx: Tx, productIds: readonly string[], now: Date) {
  const lost = await tx
    .selectFrom('lots')
    .select(['id', 'product_id'])
    .where('product_id', '=', sql<string>`any(${[...productIds]}::uuid[])`)
    .where(eb => eb.or([eb('on_hand', '=', 0), eb('blocked_at', 'is not', null)]))
    .where('picked', '>', 0)
    .orderBy('id')
    .execute()
  for (const lot of lost) await replacePicksOf(tx, lot, now)
}

/**
 * Proposes lots of these products to orders in preparation that lack goods, the oldest order first, once goods of lots
 * have become free, or goods without a lot have left: these come first. Lots that an order has picked already keep their
 * quantities, and a line that has exactly the lots, or none, that its picker has chosen gets no others, as the picker may
 * have chosen less on purpose. The stock of the products must be locked.
 */
export async function proposeLaterLots(tx: Tx, productIds: readonly string[], now: Date) {
  const lines = await incompleteLines(tx, productIds)
  if (lines.length === 0) return
  const products = [...new Set(lines.map(({ product_id }) => product_id))]
  const lots = (await lockLots(tx, products)).map(lot => ({ ...lot }))
  const lotsOf = groupBy(lots, ({ product_id }) => product_id)
  const orders = lines.map(({ order_id }) => order_id)
  const demandOf = await lotDemands(tx, [...new Set(orders)], products, now)
  const withoutLot = new Map(lines.map(({ product_id, in_no_lot }) => [product_id, in_no_lot]))
  const picked_at = now.toISOString()
  const proposed: OrderLot[] = []
  for (const { order_id, product_id, quantity, picks, chosen } of lines) {
    const left = withoutLot.get(product_id) ?? 0
    withoutLot.set(product_id, Math.max(0, left - quantity))
    if (chosen && isSame(picks, chosen)) continue
    const others = (lotsOf.get(product_id) ?? []).filter(({ id }) => !picks.some(({ lot_id }) => lot_id === id))
    for (const share of proposeLots(others, Math.max(0, quantity - left), demandOf(order_id, product_id))) {
      for (const lot of others) if (lot.id === share.lot_id) lot.picked += share.quantity
      proposed.push({ order_id, product_id, ...share, taken: null, reason: null, picked_at })
    }
  }
  await storePicks(tx, [], proposed)
}

const IN_PREPARATION = OPEN_STATUSES.filter(isInPreparation)

/**
 * The lines of orders in preparation that are not picked completely, with the rest of their quantity, their own lots, the
 * lots that a picker has chosen, and the stock of their product that is in no lot; only of products with free lots.
 */
async function incompleteLines(tx: Tx, productIds: readonly string[]) {
  if (productIds.length === 0) return []
  const { rows } = await sql<Rest>`
    select order_id, product_id, order_items.quantity - coalesce(picks.quantity, 0) as quantity,
      on_hand - in_lots as in_no_lot, coalesce(picks.lots, '[]') as picks, lot_choices.lots as chosen
    from order_items join orders on orders.id = order_id join stock using (product_id)
      left join lot_choices using (order_id, product_id)
      left join lateral (
        select sum(quantity)::bigint as quantity,
          jsonb_agg(jsonb_build_object('lot_id', lot_id, 'quantity', quantity)) as lots
        from order_lots
        where order_lots.order_id = orders.id and order_lots.product_id = stock.product_id and taken is null
      ) as picks on true
    where product_id = any(${[...productIds]}::uuid[]) and status = any(${IN_PREPARATION}::text[])
      and order_items.quantity > coalesce(picks.quantity, 0)
      and exists (
        select from lots where lots.product_id = stock.product_id and blocked_at is null and lots.on_hand > picked
      )
    order by orders.created_at, order_id`.execute(tx)
  return rows
}

type Rest = {
  order_id: string
  product_id: string
  quantity: number
  in_no_lot: number
  picks: Share[]
  chosen: Share[] | null
}
