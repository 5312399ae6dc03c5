import { sql } from 'kysely'
import { EXPIRY_LETTERS, expiryKindOf, expiryText, lotCodeKey, lotText } from '#contract/lot-labels.ts'
import { isUnsaleable } from '#contract/lots.ts'
import { formatNumber } from '#contract/money.ts'
import { MAX_STOCK, stockTooLarge } from '#contract/quantity.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { groupBy } from '../db/group-by.ts'
import type { Tx } from '../db/transaction.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import { type Cause, type Move, move } from '../stock/ledger.ts'
import { findOrCreateLots, LOT_TRACKING_OFF, type StoredLot } from '../stock/lots.ts'
import type { KnownChange, LotOfRow, NewRow } from './import-plan.ts'
import type { RowError } from './imported-rows.ts'
import { lostCode, type RowLot } from './lot-cells.ts'

// An import sets the quantity on hand of the lots that its rows name; the stock of their products changes with them.

type Tracked = { lot_tracking: 'off' | 'asked' | 'required'; on_hand: number; in_lots: number; lots: StoredLot[] }
type Named = { row: number; id: string; lot: RowLot }

/** The products of rows with all that is known of their lots, by id. */
export async function trackedProducts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Tracked>> {
  if (ids.length === 0) return new Map()
  const wanted = sql<string>`any(${[...new Set(ids)]}::uuid[])`
  const products = await tx
    .selectFrom('products')
    .innerJoin('stock', 'product_id', 'products.id')
    .select(['id', 'lot_tracking', 'on_hand', 'in_lots'])
    .where('id', '=', wanted)
    .execute()
  const lots = groupBy(
    await tx.selectFrom('lots').selectAll().where('product_id', '=', wanted).execute(),
    ({ product_id }) => product_id,
  )
  return new Map(products.map(product => [product.id, { ...product, lots: lots.get(product.id) ?? [] }]))
}

/**
 * The lots that rows of known products name, by row, and the faults of those that name none. In a list of lots that was
 * exported, a row without a date is that of the lot without one, even if its goods have left since.
 */
export function lotsOfRows(
  rows: readonly Named[],
  products: ReadonlyMap<string, Tracked>,
  { isExported }: { isExported: boolean },
) {
  const lots = new Map<number, LotOfRow>()
  const faults: RowError[] = []
  const seen = new Map<string, number>()
  for (const { row, id, lot } of rows) {
    const found = lotOf(lot, products.get(id), isExported)
    const key = 'message' in found ? undefined : `${id} ${lotCodeKey(found.label.code)} ${found.label.expires_on}`
    const earlier = key && seen.get(key)
    if ('message' in found) faults.push({ row, column: found.column, message: `Satır ${row}: ${found.message}` })
    else if (earlier) faults.push(sameLot(row, lot.code, earlier))
    else {
      if (key) seen.set(key, row)
      lots.set(row, found)
    }
  }
  return { lots, faults }
}

const sameLot = (row: number, code: string, earlier: number): RowError => ({
  row,
  column: 'Parti',
  message: `Satır ${row}: Parti "${code}" bu dosyada ${earlier}. satırda da var`,
})

/**
 * The faults of rows that add lots of a new product: a code that is not whole, the same lot twice, or more than can be
 * stored.
 */
export function faultsOfNewLots(rows: readonly NewRow[]): RowError[] {
  const ofProducts = groupBy(
    rows.filter(({ lot }) => lot),
    ({ row, sameAs = row }) => String(sameAs),
  )
  return [...ofProducts.values()].flatMap(ofProduct => {
    const lost = ofProduct.flatMap(({ row, lot }): RowError[] => {
      const why = lostCode(lot?.code ?? '')
      return why ? [{ row, column: 'Parti', message: `Satır ${row}: ${why}` }] : []
    })
    if (lost.length > 0) return lost
    const seen = new Map<string, number>()
    const twice = ofProduct.flatMap(({ row, lot }) => {
      const key = `${lotCodeKey(lot?.code ?? '')} ${lot?.expires_on}`
      const earlier = seen.get(key)
      if (earlier === undefined) seen.set(key, row)
      return earlier === undefined ? [] : [sameLot(row, lot?.code ?? '', earlier)]
    })
    return quantityOf(ofProduct) > MAX_STOCK ? ofProduct.map(({ row }) => tooMuch(row)) : twice
  })
}

/** The total stock in the rows of a new product. */
export const quantityOf = (rows: readonly NewRow[]) => rows.reduce((sum, { fields }) => sum + fields.stock_quantity, 0)

const tooMuch = (row: number): RowError => ({
  row,
  column: 'Stok',
  message: `Satır ${row}: ${stockTooLarge()}`,
})

type Found = LotOfRow | Omit<RowError, 'row'>

function lotOf(lot: RowLot, product: Tracked | undefined, isExported: boolean): Found {
  const found = lotAmong(product?.lots ?? [], lot, isExported)
  // Lots from before the tracking was turned off are still known.
  if (!('label' in found) || found.known) return found
  const lost = lostCode(lot.code)
  if (lost) return { column: 'Parti', message: lost }
  return !product || product.lot_tracking === 'off' ? { column: 'Parti', message: LOT_TRACKING_OFF } : found
}

function lotAmong(lots: readonly StoredLot[], { code, expires_on, expiry_kind }: RowLot, isExported: boolean): Found {
  const same = lots.filter(lot => lotCodeKey(lot.code) === lotCodeKey(code))
  const present = same.filter(lot => lot.on_hand > 0)
  if (expires_on === undefined) {
    const undated = (isExported ? same : present).filter(lot => lot.expires_on === null)
    const [only, ...others] = [undated, present, same].find(some => some.length > 0) ?? []
    if (others.length > 0)
      return { column: 'SKT', message: `“${code}” partisi birden çok tarihle kayıtlı; tarihini de yazın` }
    return { known: only, label: only ?? { code, expires_on: null, expiry_kind: null } }
  }
  const kind = expiryKindOf(expiry_kind)
  const known = same.find(lot => lot.expires_on === expires_on)
  const [other = known?.expiry_kind === kind ? undefined : known] = known ? [] : present
  if (other) {
    const shown = other.expires_on ? expiryText(other.expires_on, other.expiry_kind) : 'tarihsiz'
    return { column: EXPIRY_LETTERS[kind], message: `“${code}” partisi ${shown} olarak kayıtlı` }
  }
  return { known, label: known ?? { code, expires_on, expiry_kind: kind } }
}

/** The lot of a row as the preview shows it. */
export const shownLot = ({ label }: LotOfRow) => lotText(label)

/** The Turkish note on goods that a row adds past their expiry, if it does. */
export function noteOn(lot: LotOfRow, by: number, now: Date): string[] {
  const { label, known } = lot
  const today = istanbulDay(now)
  if (by <= 0 || label.expires_on === null || label.expires_on >= today) return []
  if (isUnsaleable({ ...label, sold_past_expiry: known?.sold_past_expiry ?? false }, today))
    return ['SKT geçti: parti engellenir, satılmaz']
  return label.expiry_kind === 'tett' ? ['TETT geçti: siparişlere önerilmez'] : []
}

/**
 * The faults of rows that contradict one another: the stock of a product that its lots exceed, or that grows without a
 * lot where lots are required (`hasLots`: the workbook has a column for them).
 */
export function contradictions(
  changes: readonly KnownChange[],
  products: ReadonlyMap<string, Tracked>,
  hasLots: boolean,
) {
  const faults: RowError[] = []
  if (!hasLots) return faults
  for (const [id, rows] of groupBy(changes, ({ before }) => before.id)) {
    const product = products.get(id)
    if (!product) continue
    const { on_hand, in_lots, lot_tracking } = product
    const byLots = rows.reduce((sum, row) => sum + (row.lot ? differenceOf(row) : 0), 0)
    const total = rows.find(row => !row.lot && differenceOf(row) !== 0)
    const fault = (column: RowError['column'], row: number, sentence: string) =>
      faults.push({ row, column, message: `Satır ${row}: ${sentence}` })
    const isAnyLot = rows.some(row => row.lot && differenceOf(row) !== 0)
    const stock = total?.after.stock_quantity ?? on_hand + byLots
    const inLots = isAnyLot ? in_lots + byLots : Math.min(in_lots, stock)
    if (stock > MAX_STOCK) for (const row of rows) if (row.lot) faults.push(tooMuch(row.row))
    if (total && stock < inLots)
      fault(
        'Stok',
        total.row,
        `Stok ${formatNumber(stock)}, ama dosyadakilerle partilerin toplamı ${formatNumber(inLots)} olur`,
      )
    else if (total && lot_tracking === 'required' && stock - inLots > on_hand - in_lots)
      fault('Parti', total.row, 'Bu ürünün parti numarası gereklidir')
  }
  return faults
}

const differenceOf = ({ before, after }: KnownChange) => after.stock_quantity - before.stock_quantity

/** The products of which a row changes a lot. */
export const productsByLot = (changes: readonly KnownChange[]): ReadonlySet<string> =>
  new Set(changes.filter(row => row.lot && differenceOf(row) !== 0).map(({ before }) => before.id))

/** Sets the lots of products to the quantities in their rows, and their stock with them. Their stock must be locked. */
export async function moveByLot(tx: Tx, changes: readonly KnownChange[], cause: Cause) {
  const moved = changes.flatMap(row => (row.lot && differenceOf(row) !== 0 ? [{ ...row, lot: row.lot }] : []))
  const ids = await storedIds(
    tx,
    moved.map(({ before, lot }) => ({ product_id: before.id, lot })),
    cause.now,
  )
  const idOf = new Map(moved.map(({ row }, at) => [row, ids[at]]))
  const moves: Move[] = []
  for (const [product_id, rows] of groupBy(changes, ({ before }) => before.id)) {
    const total = rows.find(row => !row.lot && differenceOf(row) !== 0)
    const lots = rows.flatMap(row => {
      const lot_id = idOf.get(row.row)
      return lot_id ? [{ lot_id, on_hand: differenceOf(row) }] : []
    })
    const byLots = lots.reduce((sum, { on_hand }) => sum + on_hand, 0)
    await blockExpiredLots(tx, {
      product_id,
      lotIds: lots.filter(lot => lot.on_hand > 0).map(lot => lot.lot_id),
      now: cause.now,
    })
    moves.push({ product_id, on_hand: total ? differenceOf(total) : byLots, lots })
  }
  await move(tx, moves, cause)
}

type NewGoods = { product_id: string; lot: LotOfRow; quantity: number }

/** Assigns goods of new products to their lots. `products` has each product's rows, and `productIds` the same order. */
export async function assignLots(
  tx: Tx,
  products: readonly (readonly NewRow[])[],
  productIds: readonly string[],
  cause: Cause,
) {
  const goods = products.flatMap((rows, at) =>
    rows.flatMap(({ newLot, fields: { stock_quantity: quantity } }): NewGoods[] => {
      const product_id = productIds[at]
      return newLot && product_id && quantity > 0 ? [{ product_id, lot: newLot, quantity }] : []
    }),
  )
  if (goods.length === 0) return
  const ids = await storedIds(tx, goods, cause.now)
  const stored = goods.flatMap(({ product_id, quantity }, at) => {
    const lot_id = ids[at]
    return lot_id ? [{ product_id, lot_id, on_hand: quantity }] : []
  })
  const moves: Move[] = []
  for (const [product_id, lots] of groupBy(stored, one => one.product_id)) {
    await blockExpiredLots(tx, { product_id, lotIds: lots.map(({ lot_id }) => lot_id), now: cause.now })
    moves.push({ product_id, lots: lots.map(({ lot_id, on_hand }) => ({ lot_id, on_hand })) })
  }
  await move(tx, moves, cause)
}

const storedIds = (tx: Tx, goods: readonly Omit<NewGoods, 'quantity'>[], now: Date) =>
  findOrCreateLots(
    tx,
    goods.map(({ product_id, lot }) => ({ product_id, label: lot.label, supplier: null, delivery_note: null })),
    now,
  )
