import { sql } from 'kysely'
import { expiryLetters, expiryText, type LotLabel } from '#contract/lot-labels.ts'
import type { LotTracking } from '#contract/products.ts'
import { MAX_STOCK, stockTooLarge } from '#contract/quantity.ts'
import type { NewReceipt } from '#contract/stock.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'
import { unitFault } from './changed-units.ts'
import { blockExpiredLots } from './expired-lots.ts'
import { type Arrivals, type Figures, type Line, lockStock, move } from './ledger.ts'
import { findOrCreateLots, LOT_TRACKING_OFF, type LotChange, otherKinds } from './lots.ts'
import { bookingOf, noteOf, storeReceipt } from './receipt-history.ts'

/**
 * Books a goods receipt, all lines or none, and stores it. Lines of one product and lot are merged. Refuses a line
 * without a lot if the product requires lots, one with a lot if the product's tracking is off, one whose lot has goods
 * with the other kind of expiry, and one with another unit than the product's. Goods past their use-by date are
 * blocked.
 */
export async function receiveGoods(
  tx: Tx,
  { actor, now, arrivals }: { actor: Actor; now: Date; arrivals: Arrivals },
  receipt: NewReceipt,
) {
  const items = 'items' in receipt ? receipt.items : [receipt]
  const fieldOf = (i: number) => ('items' in receipt ? `items.${i}` : '')
  const partOf = (i: number, name: string) => [fieldOf(i), name].filter(Boolean).join('.')
  const lines = mergeItems(items)
  const stock = await lockStock(tx, [...lines.keys()])
  const products = await productsOf(tx, [...lines.keys()])
  const errors = items.flatMap(({ product_id, unit, lot }, i) => {
    const product = products.get(product_id)
    const message = faultOf(stock.get(product_id), lines.get(product_id) ?? 0)
    if (message) return [{ field: fieldOf(i) || 'product_id', message }]
    const inOtherUnit = product && unitFault(unit, product.unit, 'satırı silip ürünü yeniden ekleyin')
    if (inOtherUnit) return [{ field: partOf(i, 'unit'), message: inOtherUnit }]
    const fault = lotFaultOf(product?.tracking, lot)
    return fault ? [{ field: partOf(i, 'lot'), message: fault }] : []
  })
  if (errors[0]) throw new Refusal('invalid_input', errors[0].message, errors)
  const ofKinds = await otherKindFaults(tx, items)
  if (ofKinds[0]) {
    const faults = ofKinds.map(({ at, message }) => ({ field: partOf(at, 'lot'), message }))
    throw new Refusal('invalid_input', ofKinds[0].message, faults)
  }
  const lots = await receivedLots(tx, items, receipt, now)
  await blockExpired(tx, items, lots, now)
  const moves = [...lines].map(([product_id, on_hand]) => ({ product_id, on_hand, lots: lots.get(product_id) ?? [] }))
  await move(tx, moves, { reason: 'receipt', actor, now, arrivals, note: noteOf(receipt) })
  const id = await storeReceipt(tx, { actor, now }, receipt, lines, [...lots.values()].flat())
  return bookingOf(
    id,
    [...lines].map(([product_id, quantity]) => {
      const expected_stock_date = products.get(product_id)?.expected_stock_date
      const stock_quantity = (stock.get(product_id)?.on_hand ?? 0) + quantity
      return { product_id, quantity, stock_quantity, ...(expected_stock_date && { expected_stock_date }) }
    }),
  )
}

function faultOf(stock: Figures | undefined, quantity: number): string | undefined {
  if (!stock) return 'Ürün bulunamadı'
  return stock.on_hand + quantity > MAX_STOCK ? stockTooLarge() : undefined
}

function lotFaultOf(tracking: LotTracking | 'offer' | undefined, lot: LotLabel | null | undefined): string | undefined {
  if (tracking === 'offer') return 'Fırsat ürünü için mal kabul yapılmaz; asıl ürünü seçin'
  if (tracking === 'required' && !lot) return 'Bu ürünün parti numarası gereklidir'
  return tracking === 'off' && lot ? LOT_TRACKING_OFF : undefined
}

/** The units and expected dates of products, which they keep until the transaction ends, and their lot tracking. */
async function productsOf(tx: Tx, ids: string[]) {
  const products = await tx
    .selectFrom('products')
    .leftJoin('offers', 'offers.product_id', 'products.id')
    .select([
      'id',
      'unit',
      'expected_stock_date',
      sql<LotTracking | 'offer'>`case when source_id is null then lot_tracking else 'offer' end`.as('tracking'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forShare('products')
    .execute()
  return new Map(products.map(product => [product.id, product]))
}

type Item = Line & { lot?: LotLabel | null | undefined }

/** The received quantities of lots by product; lots that are not known yet are created. */
async function receivedLots(tx: Tx, items: readonly Item[], { supplier, delivery_note }: NewReceipt, now: Date) {
  const named = items.flatMap(({ product_id, quantity, lot }) => (lot ? [{ product_id, quantity, label: lot }] : []))
  const from = { supplier: supplier || null, delivery_note: delivery_note || null }
  const ids = await findOrCreateLots(
    tx,
    named.map(line => ({ ...line, ...from })),
    now,
  )
  const quantities = new Map<string, Map<string, number>>()
  for (const [i, { product_id, quantity }] of named.entries()) {
    const ofProduct = quantities.get(product_id) ?? new Map<string, number>()
    ofProduct.set(ids[i]!, (ofProduct.get(ids[i]!) ?? 0) + quantity)
    quantities.set(product_id, ofProduct)
  }
  return new Map(
    [...quantities].map(([product_id, lots]): [string, LotChange[]] => [
      product_id,
      [...lots].map(([lot_id, on_hand]) => ({ lot_id, on_hand })),
    ]),
  )
}

/** The faults of items, by their position, whose lot has the other kind of expiry, or gets it from another item. */
async function otherKindFaults(tx: Tx, items: readonly Item[]) {
  const named = items.flatMap(({ product_id, lot }, at) => (lot ? [{ product_id, label: lot, item: at }] : []))
  return (await otherKinds(tx, named)).map(({ at, label: { code, expires_on }, kind, isStored }) => ({
    at: named[at]?.item ?? at,
    message: isStored
      ? `“${code}” partisi ${expiryText(expires_on, kind)} olarak kayıtlı; tarih türünü ${expiryLetters(kind)} yapın`
      : `“${code}” partisi bu kabulde hem SKT hem TETT olarak yazılmış; tarih türünü aynı yapın`,
  }))
}

/** Blocks received lots whose use-by date has passed before the receipt is posted, so that none of their goods is sold. */
async function blockExpired(tx: Tx, items: readonly Item[], lots: ReadonlyMap<string, LotChange[]>, now: Date) {
  const today = istanbulDay(now)
  const expired = items.filter(({ lot }) => lot?.expires_on && lot.expires_on < today)
  for (const product_id of new Set(expired.map(item => item.product_id))) {
    const lotIds = (lots.get(product_id) ?? []).map(({ lot_id }) => lot_id)
    await blockExpiredLots(tx, { product_id, lotIds, now })
  }
}

function mergeItems(items: Line[]): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of items) quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  return quantities
}
