import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { formatNumber } from '#contract/money.ts'
import type { NewReceipt, Receipt, ReceiptSummary, StoredReceipt } from '#contract/stock.ts'
import { fold, searchWords } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { containing } from '../http/search-condition.ts'
import { changedUnitsText, NEW_UNIT } from './changed-units.ts'
import { lockStock, move } from './ledger.ts'
import { type LotChange, lockLots } from './lots.ts'

type By = { actor: Actor; now: Date }
type About = Pick<NewReceipt, 'supplier' | 'delivery_note' | 'notes'>

/** The note of a receipt's rows in the ledger: supplier, delivery note and note. */
export const noteOf = ({ supplier, delivery_note, notes }: About): string | null =>
  [supplier, delivery_note && `İrsaliye ${delivery_note}`, notes].filter(Boolean).join(' · ') || null

/** Stores a receipt with its quantities by product, whose stock is locked, and returns its id. */
export async function storeReceipt(
  tx: Tx,
  { actor, now }: By,
  { supplier, delivery_note, notes }: About,
  quantities: ReadonlyMap<string, number>,
  lots: readonly LotChange[],
): Promise<string> {
  const id = randomUUID()
  const products = await tx
    .selectFrom('products')
    .select(['id', 'name', 'brand', 'unit', 'warehouse'])
    .where('id', '=', sql<string>`any(${[...quantities.keys()]}::uuid[])`)
    .execute()
  const named = new Map(products.map(product => [product.id, product]))
  await tx
    .insertInto('receipts')
    .values({
      id,
      created_at: now,
      created_by_id: actor.id,
      created_by_admin_name: actor.name,
      supplier: supplier || null,
      delivery_note: delivery_note || null,
      notes: notes || null,
      search_text: fold([supplier, delivery_note, ...products.map(({ name }) => name)].filter(Boolean).join(' ')),
    })
    .execute()
  const items = [...quantities].flatMap(([product_id, quantity]) => {
    const product = named.get(product_id)
    if (!product) return []
    const { name: product_name, brand, unit, warehouse } = product
    return [{ receipt_id: id, product_id, product_name, brand, unit, warehouse, quantity }]
  })
  await tx.insertInto('receipt_items').values(items).execute()
  if (lots.length > 0)
    await tx
      .insertInto('receipt_lots')
      .values(lots.map(({ lot_id, on_hand }) => ({ receipt_id: id, lot_id, quantity: on_hand })))
      .execute()
  return id
}

/** The reply to the booking of a receipt, whose items have their stock on hand after it. */
export const bookingOf = (id: string, items: Booking['items']): Booking => ({
  message: 'Mal kabul kaydedildi',
  id,
  items,
})
type Booking = z.infer<typeof Receipt>

/** The reply of an earlier booking: its stock is from the ledger, as the product may have changed or been deleted. */
export async function readBooking(db: Database, id: string): Promise<Booking> {
  const items = await db
    .selectFrom('receipts')
    .innerJoin('receipt_items as item', 'receipt_id', 'receipts.id')
    .innerJoin('stock_ledger as moved', join =>
      join
        .onRef('moved.product_id', '=', 'item.product_id')
        .onRef('moved.created_at', '=', 'receipts.created_at')
        .onRef('moved.on_hand_change', '=', 'item.quantity')
        .on('moved.reason', '=', 'receipt'),
    )
    .distinctOn('position')
    .select(['item.product_id', 'quantity', 'on_hand_after as stock_quantity'])
    .where('receipts.id', '=', id)
    .orderBy('position')
    .orderBy('moved.id')
    .execute()
  return bookingOf(id, items)
}

/** Receipts, newest first; `search` matches supplier, delivery note and products. */
export function listReceipts(db: Database, { search }: { search?: string | undefined }): List<ReceiptSummary> {
  return keyedList(summaries(db).where(containing('receipts.search_text', searchWords(search ?? ''))), {
    direction: 'desc',
    key: [
      { ref: 'receipts.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'receipts.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** The receipt with this id, with its items and their lots. Refuses with `not_found`. */
export async function readReceipt(db: Database, id: string): Promise<StoredReceipt> {
  const receipt = await summaries(db).where('receipts.id', '=', id).executeTakeFirst()
  if (!receipt) refuse('not_found')
  const items = await db
    .selectFrom('receipt_items as item')
    .leftJoin('stock', 'stock.product_id', 'item.product_id')
    .leftJoin('products', 'products.id', 'item.product_id')
    .select(['item.product_id', 'product_name', 'item.brand', 'item.unit', 'item.warehouse', 'quantity'])
    .select(NEW_UNIT.as('new_unit'))
    .select(['on_hand as stock_quantity', 'reserved as reserved_quantity'])
    .where('receipt_id', '=', id)
    .orderBy('position')
    .execute()
  const lots = await lotsOfReceipt(db, id)
  return {
    ...receipt,
    items: items.map(item => ({
      ...item,
      lots: lots.filter(({ product_id }) => product_id === item.product_id).map(({ product_id: _, ...lot }) => lot),
    })),
  }
}

const lotsOfReceipt = (db: Database, id: string) =>
  db
    .selectFrom('receipt_lots')
    .innerJoin('lots', 'lots.id', 'lot_id')
    .select(['product_id', 'lot_id', 'code', 'expires_on', 'expiry_kind', 'quantity'])
    .select(sql<boolean>`blocked_at is not null`.as('is_blocked'))
    .where('receipt_id', '=', id)
    .orderBy('lots.id')
    .execute()

/**
 * Takes the goods of a receipt off the shelf again, all or none, once. Products that were deleted since are skipped.
 * Refuses with `receipt_unit_differs` if a product has got another unit since. Reservations stay, so that a product may
 * become oversold, but never less than nothing on hand.
 */
export async function reverseReceipt(db: Database, { actor, now }: By, id: string): Promise<StoredReceipt> {
  return inTransaction(db, async tx => {
    const locked = await tx.selectFrom('receipts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!locked) refuse('not_found')
    if (locked.reversed_at) refuse('receipt_reversed')
    const { items } = await readReceipt(tx, id)
    const stock = await lockStock(
      tx,
      items.map(({ product_id }) => product_id),
    )
    const inOtherUnits = await changedUnitsText(
      tx,
      items.filter(({ product_id }) => stock.has(product_id)),
    )
    if (inOtherUnits) refuse('receipt_unit_differs', inOtherUnits)
    const lots = await lockLots(
      tx,
      items.map(({ product_id }) => product_id),
    )
    const inLots = new Map(lots.map(lot => [lot.id, lot.on_hand]))
    const missing = items.flatMap(({ product_id, product_name, quantity, lots: received }) => {
      const figures = stock.get(product_id)
      if (!figures) return []
      const gone = received.filter(lot => (inLots.get(lot.lot_id) ?? 0) < lot.quantity)
      const ofLots = gone.map(lot => lack(`${product_name} · ${lot.code}`, inLots.get(lot.lot_id) ?? 0, lot.quantity))
      return figures.on_hand < quantity ? [lack(product_name, figures.on_hand, quantity)] : ofLots
    })
    if (missing.length > 0) refuse('receipt_goods_gone', missing.join(', '))
    const moves = items
      .filter(({ product_id }) => stock.has(product_id))
      .map(({ product_id, quantity, lots: received }) => ({
        product_id,
        on_hand: -quantity,
        lots: received.map(lot => ({ lot_id: lot.lot_id, on_hand: -lot.quantity })),
      }))
    await move(tx, moves, { reason: 'receipt_reversed', actor, now, note: noteOf(locked) })
    await tx
      .updateTable('receipts')
      .set({ reversed_at: now, reversed_by_id: actor.id, reversed_by_admin_name: actor.name })
      .where('id', '=', id)
      .execute()
    return readReceipt(tx, id)
  })
}

const lack = (name: string, onHand: number, quantity: number) =>
  `${name} (eldeki ${formatNumber(onHand)}, geri alınacak ${formatNumber(quantity)})`

const summaries = (db: Database) =>
  db
    .selectFrom('receipts')
    .select([
      'receipts.id',
      'created_at',
      'created_by_admin_name',
      'supplier',
      'delivery_note',
      'notes',
      'reversed_at',
      'reversed_by_admin_name',
      sql<number>`(select count(*) from receipt_items where receipt_id = receipts.id)`.as('product_count'),
    ])
