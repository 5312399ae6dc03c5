import { sql } from 'kysely'
import { expiryLetters, lotText } from '#contract/lot-labels.ts'
import { isSoldPastExpiry } from '#contract/lots.ts'
import { formatNumber } from '#contract/money.ts'
import {
  isPickedInTime,
  type LineLots,
  type LotDemand,
  type PickedLine,
  type PickingLine,
} from '#contract/order-lots.ts'
import { isInPreparation } from '#contract/order-status.ts'
import { groupBy } from '../db/group-by.ts'
import type { Database } from '../db/tables.ts'
import { byExpiry, freeOf } from '../stock/lots.ts'
import { lotDemands } from './lot-demands.ts'
import { isChoosable, isProposable } from './proposed-lots.ts'

/** The lots, with quantities, that these orders get or got, by expiry, the earliest first. */
export function lotsOfOrders(db: Database, orderIds: readonly string[]) {
  return db
    .selectFrom('order_lots')
    .innerJoin('lots', 'lots.id', 'lot_id')
    .select(['order_id', 'order_lots.product_id', 'lot_id', 'code', 'expires_on', 'expiry_kind', 'reason', 'picked_at'])
    .select(sql<number>`coalesce(taken, quantity)`.as('quantity'))
    .select(['on_hand', 'picked', 'block_reason', 'sold_past_expiry', sql<boolean>`taken is null`.as('is_open')])
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .orderBy('expires_on')
    .orderBy('lot_id')
    .execute()
}

/** Whether any order has ever had a lot. */
export async function hasOrderLots(db: Database): Promise<boolean> {
  return (await db.selectFrom('order_lots').select('lot_id').limit(1).executeTakeFirst()) !== undefined
}

/** The lots of one order by line; lines without lots are left out. */
export async function readOrderLots(db: Database, order_id: string): Promise<LineLots[]> {
  return (await linesOf(db, order_id)).filter(({ has_lots }) => has_lots)
}

/**
 * The lots of one order by line, with the days that they must have left and the free lots that are not proposed; lines
 * without lots are left out.
 */
export async function readPickedLines(db: Database, order_id: string, now: Date): Promise<PickedLine[]> {
  return (await readPicking(db, order_id, now)).filter(({ has_lots }) => has_lots)
}

/**
 * All lines of one order with their lots, the days that these must have left and the free lots that are not proposed.
 */
export async function readPicking(db: Database, order_id: string, now: Date): Promise<PickingLine[]> {
  const lines = await linesOf(db, order_id)
  const products = lines.map(({ product_id }) => product_id)
  const demandOf = await lotDemands(db, [order_id], products, now)
  const lacking = lines.filter(({ lacks_goods }) => lacks_goods).map(({ product_id }) => product_id)
  const notProposed = await lotsNotProposed(db, lacking)
  return lines.map(line => {
    const demand = demandOf(order_id, line.product_id)
    const lots = line.lots.map(lot => ({ ...lot, ...(isPickedLate(lot, demand) && { picked_late: true }) }))
    return { ...line, lots, ...demand, not_proposed: notProposed(line.product_id, demand) }
  })
}

const isPickedLate = (lot: Parameters<typeof isPickedInTime>[0], demand: LotDemand) =>
  demand.left_on !== undefined && !isPickedInTime(lot, demand)

/**
 * Finds the lots of these products that are free, not proposed for a demand, but may be chosen with a reason; without
 * blocked ones, which only goods that have left already can be from.
 */
async function lotsNotProposed(db: Database, products: readonly string[]) {
  if (products.length === 0) return () => []
  const all = db
    .selectFrom('lots')
    .selectAll()
    .where('product_id', '=', sql<string>`any(${[...products]}::uuid[])`)
  const free = all.where('on_hand', '>', sql<number>`picked`).where('blocked_at', 'is', null)
  const lots = (await free.execute()).toSorted(byExpiry)
  return (product_id: string, demand: LotDemand) =>
    lots
      .filter(lot => lot.product_id === product_id && isChoosable(lot, demand) && !isProposable(lot, demand))
      .map(lot => ({ ...lot, lot_id: lot.id, quantity: freeOf(lot) }))
}

/** The barcode on the packages of `products`. The goods of an offer have the barcode of the product they come from. */
export const PACKAGE_BARCODE = sql<string | null>`coalesce(products.barcode, (
  select source.barcode from offers join products as source on source.id = source_id where offers.product_id = products.id
))`

async function linesOf(db: Database, order_id: string) {
  const lots = await lotsOfOrders(db, [order_id])
  const lines = await db
    .selectFrom('order_items')
    .innerJoin('products', 'products.id', 'product_id')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_items.product_id', 'product_name', 'order_items.brand', 'order_items.unit', 'warehouse'])
    .select(['quantity', 'taken', 'in_lots', 'on_hand', 'status'])
    .select(PACKAGE_BARCODE.as('barcode'))
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute()
  return lines.map(({ taken, in_lots, on_hand, status, ...line }) => {
    const own = lots.filter(({ product_id }) => product_id === line.product_id)
    const without_lot = withoutLot({ ...line, taken }, own)
    return {
      ...line,
      has_lots: own.length > 0 || in_lots > 0,
      // The rest must come from the goods without a lot, of which there may be too few.
      lacks_goods: isInPreparation(status) && without_lot > on_hand - in_lots,
      lots: own.map(({ order_id: _, product_id: __, on_hand: there, picked, block_reason, is_open: ___, ...lot }) => {
        if (!isInPreparation(status)) return lot
        const too_little = picked > there && { too_little: { on_hand: there, picked } }
        return { ...lot, ...too_little, ...(block_reason !== null && { block_reason }) }
      }),
      without_lot,
    }
  })
}

/**
 * The lots of lines as texts, by order and product: 'L2417 · SKT 01.06.2026 (4)', and 'Partisiz (6)' for the rest; a lot
 * from which the whole line comes is without its quantity. With `today` (YYYY-MM-DD) lots of open orders that are blocked
 * or past their expiry are marked.
 */
export async function lotTexts(db: Database, orderIds: readonly string[], today?: string) {
  const lotsOf = grouped(await lotsOfOrders(db, orderIds), lineKey)
  const lines = await db
    .selectFrom('order_items')
    .select(['order_id', 'product_id', 'quantity', 'taken'])
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .execute()
  const byKey = new Map(lines.map(line => [lineKey(line), line]))
  return (line: { order_id: string; product_id: string }): string[] => {
    const [lots, stored] = [lotsOf(lineKey(line)), byKey.get(lineKey(line))]
    if (lots.length === 0 || !stored) return []
    const rest = withoutLot(stored, lots)
    return [...texts(lots, stored.quantity, today), ...(rest > 0 ? [`Partisiz (${formatNumber(rest)})`] : [])]
  }
}

/**
 * The lots that some of these orders together get of a product, as texts for a row with their quantity: as in
 * `lotTexts`, but without the rest, since some of these orders may have no lots yet.
 */
export async function lotTextsByRow(db: Database, orderIds: readonly string[], today: string) {
  const ofProducts = groupBy(await lotsOfOrders(db, orderIds), ({ product_id }) => product_id)
  return (row: { product_id: string; orders: ReadonlySet<string>; quantity: number }) => {
    const lots = (ofProducts.get(row.product_id) ?? []).filter(({ order_id }) => row.orders.has(order_id))
    return texts(summed(lots), row.quantity, today)
  }
}

const texts = (lots: readonly LotOfLine[], quantity: number, today: string | undefined) =>
  lots.map(lot => {
    const text = [lotText(lot), today && markOf(lot, today)].filter(Boolean).join(' · ')
    return lot.quantity === quantity ? text : `${text} (${formatNumber(lot.quantity)})`
  })

/** Why goods of a lot that are still there are not to be handed out; `undefined` mostly, and if they were chosen. */
function markOf(lot: LotOfLine, today: string): string | undefined {
  const { is_open, block_reason, expires_on, expiry_kind, reason } = lot
  if (!is_open) return undefined
  if (block_reason !== null) return 'ENGELLENDİ'
  // Chosen on purpose.
  if (reason !== null && isSoldPastExpiry(lot)) return undefined
  return expires_on !== null && expires_on < today ? `${expiryLetters(expiry_kind)} GEÇTİ` : undefined
}

type TakenLine = { quantity: number; taken: number | null }

/** How much of what a line gets, or got, comes from none of its lots. */
const withoutLot = ({ quantity, taken }: TakenLine, lots: readonly LotOfLine[]) =>
  Math.max(
    0,
    lots.reduce((rest, lot) => rest - lot.quantity, taken ?? quantity),
  )

/** The lots by key, each once with its sum. */
function grouped(lots: readonly LotOfLine[], keyOf: (lot: LotOfLine) => string): (key: string) => LotOfLine[] {
  const groups = groupBy(lots, keyOf)
  return key => summed(groups.get(key) ?? [])
}

/** Each lot once, with its sum, and with a reason if it was always chosen with one. */
function summed(lots: readonly LotOfLine[]): LotOfLine[] {
  const sums = new Map<string, LotOfLine>()
  for (const lot of lots) {
    const { quantity, is_open, reason } = sums.get(lot.lot_id) ?? { quantity: 0, is_open: false, reason: lot.reason }
    const sum = { quantity: lot.quantity + quantity, is_open: lot.is_open || is_open, reason: reason && lot.reason }
    sums.set(lot.lot_id, { ...lot, ...sum })
  }
  return [...sums.values()]
}

type LotOfLine = Awaited<ReturnType<typeof lotsOfOrders>>[number]

const lineKey = ({ order_id, product_id }: { order_id: string; product_id: string }) => `${order_id} ${product_id}`
