import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  COUNT_DATE_AHEAD,
  type CountCorrection,
  type CountEntry,
  type CountedProduct,
  type StockCount,
} from '#contract/counts.ts'
import { Notes } from '#contract/fields.ts'
import { formatNumber } from '#contract/money.ts'
import { MAX_STOCK, stockTooLarge } from '#contract/quantity.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import { isCategoryInUse } from '../catalogue/categories.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { changedUnitsText, newUnitOf, unitChange, unitFault } from '../stock/changed-units.ts'
import { type Arrivals, type Figures, lockStock, move } from '../stock/ledger.ts'
import { LOT_TRACKING_OFF } from '../stock/lots.ts'
import { addCountedLot, lotChangesOf, quantityInLots } from './counted-lots.ts'
import { COUNTED, countedProduct, countedProducts, readCount } from './lists.ts'
import { movementMarks } from './moved-since.ts'

type NewCount = { count_date: string; category?: string | null | undefined; is_blind?: boolean | undefined }

/** Starts a count dated `count_date` (YYYY-MM-DD), today in Istanbul or earlier, of one category or of everything. */
export async function startCount(
  db: Database,
  actor: Actor,
  { count_date, category, is_blind = false }: NewCount,
  now: Date,
): Promise<StockCount> {
  if (count_date > istanbulDay(now)) refuseField('invalid_input', 'count_date', COUNT_DATE_AHEAD)
  if (category && !(await isCategoryInUse(db, category)))
    refuseField('invalid_input', 'category', 'Bu kategoride ürün yok')
  const id = randomUUID()
  const by = { created_by_id: actor.id, created_by_admin_name: actor.name }
  await db
    .insertInto('stock_counts')
    .values({ id, count_date, category: category || null, is_blind, created_at: now, ...by })
    .execute()
  return readCount(db, id)
}

/** Shows the differences of an open blind count to all users from now on, and records that once. */
export async function showDifferences(db: Database, actor: Actor, id: string, now: Date): Promise<StockCount> {
  return inTransaction(db, async tx => {
    await lockOpenCount(tx, id)
    const shown = await tx
      .updateTable('stock_counts')
      .set({ differences_shown_at: now, differences_shown_by_admin_name: actor.name })
      .where('id', '=', id)
      .where('is_blind', '=', true)
      .where('differences_shown_at', 'is', null)
      .executeTakeFirst()
    if (shown.numUpdatedRows > 0n)
      await record(tx, { actor, now }, [{ action: 'differences_shown', entity: 'stock_count', entity_id: id }])
    return readCount(tx, id)
  })
}

/** Adds a counted quantity of a product to an open count; several entries of one product add up. */
export async function countProduct(db: Database, count_id: string, found: z.output<typeof CountEntry>) {
  const { product_id, counted_quantity: added_quantity } = found
  return inTransaction(db, async tx => {
    await lockOpenCount(tx, count_id)
    const before = await countedOf(tx, count_id, product_id)
    const { name: product_name, brand, unit, warehouse, lot_tracking } = await productOf(tx, product_id)
    const fault = unitFault(found.unit, unit, 'ürünü yeniden seçin')
    if (fault) refuseField('invalid_input', 'unit', fault)
    if (before) refuseChangedUnit(before, unit)
    if (found.lot && lot_tracking === 'off') refuseField('invalid_input', 'lot', LOT_TRACKING_OFF)
    const old_quantity = before?.counted_quantity ?? 0
    const new_total = old_quantity + added_quantity
    if (new_total > MAX_STOCK) refuseField('invalid_input', 'counted_quantity', stockTooLarge())
    const whole = {
      product_name,
      brand,
      unit,
      warehouse,
      counted_quantity: new_total,
      notes: joinNotes(before?.notes, found.notes),
      image_url: found.image_url ?? before?.image_url ?? null,
    }
    if (before) await itemOf(tx, count_id, product_id).set(whole).execute()
    else
      await tx
        .insertInto('stock_count_items')
        .values({ count_id, product_id, ...whole, ...movementMarks(product_id) })
        .execute()

    if (found.lot) await addCountedLot(tx, { count_id, product_id }, found.lot, added_quantity)

    const added = `${formatNumber(added_quantity)} ${unit}`
    const message = before
      ? `${product_name}: ${formatNumber(old_quantity)} + ${added} = ${formatNumber(new_total)} ${unit}`
      : `${product_name} sayıma eklendi: ${added}`
    return {
      action: before ? ('updated' as const) : ('added' as const),
      message,
      old_quantity,
      added_quantity,
      new_total,
      unit,
      product: await countedProduct(tx, count_id, product_id),
    }
  })
}

/** Refuses a product that was counted in another unit than it has now: such quantities are not added up. */
function refuseChangedUnit({ product_name, unit }: CountedProduct, present: string | undefined) {
  const new_unit = newUnitOf(unit, present)
  if (new_unit) refuse('count_unit_differs', unitChange({ product_name, unit, new_unit }))
}

/** Joins the notes of two entries with a line break. */
function joinNotes(first: string | null | undefined, second: string | null | undefined): string | null {
  const both = [first, second].filter(Boolean).join('\n')
  const checked = Notes.safeParse(both)
  if (!checked.success) refuseField('invalid_input', 'notes', checked.error.issues[0]?.message ?? '')
  return both || null
}

/**
 * Corrects a product in an open count, or removes it; both may be repeated. A quantity is refused if the product has got
 * another unit. Refuses with `counted_meanwhile` if its counted quantity is no longer `old_quantity`, unless it already
 * is as requested, and with `counted_note_changed` if the same is true of its note and `old_notes`.
 */
export async function correctCounted(
  db: Database,
  count_id: string,
  { product_id, old_quantity, old_notes, ...correction }: z.output<typeof CountCorrection>,
): Promise<{ message: string; product: CountedProduct | null }> {
  return inTransaction(db, async tx => {
    await lockOpenCount(tx, count_id)
    const before = await countedOf(tx, count_id, product_id)
    // Removed already, perhaps by this request, whose first response was lost.
    if (!before && correction.counted_quantity === null) return { message: 'Ürün sayımdan çıkarıldı', product: null }
    if (!before) refuseField('invalid_input', 'product_id', 'Bu ürün sayımda yok')
    const { counted_quantity: counted } = before
    if (!isSeen(old_quantity, counted, correction.counted_quantity)) refuse('counted_meanwhile', counted)
    const seenNotes = old_notes === null ? '' : old_notes
    if (!isSeen(seenNotes, before.notes ?? '', correction.notes ?? '')) refuse('counted_note_changed')
    if (correction.counted_quantity === null) {
      await tx
        .deleteFrom('stock_count_items')
        .where('count_id', '=', count_id)
        .where('product_id', '=', product_id)
        .execute()
      return { message: `${before.product_name} sayımdan çıkarıldı`, product: null }
    }
    if (correction.counted_quantity !== undefined) refuseChangedUnit(before, await unitOf(tx, product_id))
    const inLots = await quantityInLots(tx, count_id, product_id)
    if ((correction.counted_quantity ?? counted) < inLots)
      refuseField('invalid_input', 'counted_quantity', lessThanLots(inLots))
    const { counted_quantity = counted, notes = before.notes, image_url = before.image_url } = correction
    // The marks stay: a correction of a typing error does not say that goods that have moved since were counted.
    await itemOf(tx, count_id, product_id)
      .set({ counted_quantity, notes: notes || null, image_url })
      .execute()
    const product = (await countedOf(tx, count_id, product_id)) ?? null
    return { message: `${before.product_name}: ${formatNumber(counted_quantity)} ${before.unit}`, product }
  })
}

/**
 * Whether a value is the one that the user saw, or the wanted one: then the correction may be stored already, by this
 * request, whose first response was lost. True if the request does not say what the user saw.
 */
const isSeen = <T>(seen: T | undefined, stored: T, wanted: T | undefined) =>
  seen === undefined || seen === stored || wanted === stored

const lessThanLots = (inLots: number) =>
  `Partileriyle ${formatNumber(inLots)} sayıldı; daha azı için ürünü sayımdan çıkarıp yeniden sayın`

/**
 * Sets the stock on hand to the counted quantities, once, and the lots of products that were counted by lot;
 * reservations stay. A deleted product is skipped, and its previous stock remains null. Refuses with
 * `count_unit_differs` if a product has got another unit since it was counted, and as `lotChangesOf`.
 */
export async function finalizeCount(
  tx: Tx,
  { actor, now, arrivals }: { actor: Actor; now: Date; arrivals: Arrivals },
  count_id: string,
): Promise<StockCount> {
  await lockOpenCount(tx, count_id)
  const counted = await countedProducts(tx, [count_id])
  if (counted.length === 0) refuse('count_empty')
  const stock = await lockStock(
    tx,
    counted.map(({ product_id }) => product_id),
  )
  const present = counted.filter(({ product_id }) => stock.has(product_id))
  const inOtherUnits = await changedUnitsText(tx, present)
  if (inOtherUnits) refuse('count_unit_differs', inOtherUnits)
  const lots = await lotChangesOf(tx, count_id, present, now)
  const moves = counted.flatMap(({ product_id, counted_quantity, notes }) => {
    const before = stock.get(product_id)
    if (!before) return []
    const ofLots = lots.get(product_id)?.filter(({ on_hand }) => on_hand !== 0)
    const on_hand = counted_quantity - before.on_hand
    return [{ product_id, on_hand, ...(ofLots && { lots: ofLots }), ...(notes && { note: notes }) }]
  })
  await move(tx, moves, { reason: 'count', actor, now, arrivals, count_id })
  const moved = present.map(({ product_id }) => product_id)
  await adjustPicks(tx, moved, now)
  await storeFiguresBefore(tx, count_id, stock)
  await tx
    .updateTable('stock_counts')
    .set({ finalized_at: now, finalized_by_id: actor.id, finalized_by_admin_name: actor.name })
    .where('id', '=', count_id)
    .execute()
  await record(tx, { actor, now }, [{ action: 'finalized', entity: 'stock_count', entity_id: count_id }])
  return readCount(tx, count_id)
}

/** Discards an open count; its products are recorded in the audit trail. */
export async function discardCount(db: Database, actor: Actor, id: string, now: Date): Promise<{ message: string }> {
  return inTransaction(db, async tx => {
    await lockOpenCount(tx, id)
    const { count_date, created_by_admin_name, products } = await readCount(tx, id)
    const found = products.map(
      ({ product_name, counted_quantity, unit }) => `${product_name}: ${counted_quantity} ${unit}`,
    )
    await tx.deleteFrom('stock_counts').where('id', '=', id).execute()
    const before = { count_date, created_by_admin_name, products: found }
    await record(tx, { actor, now }, [{ action: 'deleted', entity: 'stock_count', entity_id: id, before }])
    return { message: 'Sayım silindi' }
  })
}

/** Stores the stock on hand before the count and the prices, from which the differences are computed later. */
async function storeFiguresBefore(tx: Tx, count_id: string, stock: Map<string, Figures>) {
  await sql`
    update stock_count_items set on_hand_before = before.on_hand, price = products.price
    from unnest(${[...stock.keys()]}::uuid[], ${[...stock.values()].map(({ on_hand }) => on_hand)}::bigint[])
      as before (product_id, on_hand) join products on products.id = before.product_id
    where count_id = ${count_id} and stock_count_items.product_id = before.product_id`.execute(tx)
}

/**
 * Locks an open count until the transaction ends, so that nothing is added while it is being finalized, and gives it a
 * new version (`versionOfCount`).
 */
async function lockOpenCount(tx: Tx, id: string) {
  const count = await tx
    .updateTable('stock_counts')
    .set({ version: randomUUID() })
    .where('id', '=', id)
    .returning('finalized_at')
    .executeTakeFirst()
  if (!count) refuse('not_found')
  if (count.finalized_at) refuse('count_finalized')
}

async function countedOf(tx: Tx, count_id: string, product_id: string): Promise<CountedProduct | undefined> {
  return tx
    .selectFrom('stock_count_items')
    .select(COUNTED)
    .where('count_id', '=', count_id)
    .where('product_id', '=', product_id)
    .executeTakeFirst()
}

const unitOf = async (tx: Tx, id: string) =>
  (await tx.selectFrom('products').select('unit').where('id', '=', id).executeTakeFirst())?.unit

const itemOf = (tx: Tx, count_id: string, product_id: string) =>
  tx.updateTable('stock_count_items').where('count_id', '=', count_id).where('product_id', '=', product_id)

async function productOf(tx: Tx, id: string) {
  const product = await tx
    .selectFrom('products')
    .select(['name', 'brand', 'unit', 'warehouse', 'lot_tracking'])
    .where('id', '=', id)
    .executeTakeFirst()
  return product ?? refuseField('invalid_input', 'product_id', 'Ürün bulunamadı')
}
