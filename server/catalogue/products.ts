import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Kurus, kurus, liraOf } from '#contract/money.ts'
import { isProductField, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { productSearchText } from '#contract/product-search.ts'
import {
  type AdminProduct,
  NEW_PRODUCT,
  type NewProduct,
  type ProductChange,
  type Warehouse,
} from '#contract/products.ts'
import { record } from '../audit/audit.ts'
import type { Database, Tables } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { refreshCatalogue } from '../stock/catalogue-screens.ts'
import { type Arrivals, type Cause, createStock, lockStock, move, nextChangeTime } from '../stock/ledger.ts'
import { IMPORTED_COLUMNS } from '../stock/workbook-fields.ts'
import { readAnyProduct } from './lists.ts'

/** The editable columns of a product, without stock, which changes only through the ledger. */
export type ProductFields = Omit<Selected, 'id' | 'search_text' | 'created_at' | 'updated_at'>
type Selected = { [Column in keyof Tables['products']]: Tables['products'][Column] }

/** The actor of a catalogue change, the allowed VAT rates in percent, and the time. */
type By = { actor: Actor; vatRates: readonly number[]; now: Date }

/**
 * Adds a product with its initial stock; its picture is already stored. With stock 0 it needs an expected date. Refuses
 * with `vat_rate_not_allowed` and `expected_date_missing`.
 */
export async function createProduct(
  db: Database,
  { actor, vatRates, now }: By,
  input: z.output<typeof NewProduct>,
): Promise<AdminProduct> {
  const { stock_quantity: on_hand, ...fields } = {
    ...NEW_PRODUCT,
    ...withoutUndefined(input),
    barcode: input.barcode || null,
  }
  if (!vatRates.includes(fields.vat_rate)) refuseField('vat_rate_not_allowed', 'vat_rate', vatRates)
  if (on_hand === 0 && !fields.expected_stock_date) refuseField('expected_date_missing', 'expected_stock_date')
  return inTransaction(db, async tx => {
    const [id] = await insertProducts(tx, [{ ...fields, on_hand }], { reason: 'created', actor, now })
    return readAnyProduct(tx, id!)
  })
}

type Given<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }
/** The fields that are not undefined. */
const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>

/**
 * Applies a partial change; a new picture is already stored. Stock moves by the difference to the quantity on hand.
 * With stock 0 the expected date cannot be removed, but an already missing one is accepted; an offer has none. The VAT
 * rate of a product is also that of its offers, whose own cannot be changed. Refused with `changed_meanwhile` if the
 * product has changed since the user saw it, unless it has all the given values already.
 */
export async function changeProduct(
  tx: Tx,
  { actor, vatRates, now, arrivals }: By & { arrivals: Arrivals },
  id: string,
  { updated_at: seen, stock_note, ...input }: ProductChange,
): Promise<AdminProduct> {
  const before = await lockProduct(tx, id, {
    // While goods are moved, they keep their unit.
    withStock: input.stock_quantity !== undefined || input.unit !== undefined,
  })
  const given = { ...input, ...(input.barcode === '' && { barcode: null }) }
  const changes = changedFields(before, given)
  const isCurrent = seen === undefined || Date.parse(seen) === Date.parse(before.updated_at)
  // The values may be stored already: by this request, whose first response was lost.
  if (!isCurrent && Object.keys(changes).length > 0) refuse('changed_meanwhile')
  if (changes.vat_rate !== undefined && !vatRates.includes(changes.vat_rate))
    refuseField('vat_rate_not_allowed', 'vat_rate', vatRates)
  if (changes.vat_rate !== undefined && before.is_offer) refuseField('offer_vat_fixed', 'vat_rate')
  const { stock_quantity = before.stock_quantity, ...fields } = changes
  if (before.is_offer) {
    if (given.expected_stock_date) refuseField('offer_not_expected', 'expected_stock_date')
  } else if (given.expected_stock_date === null && stock_quantity === 0)
    refuseField('expected_date_missing', 'expected_stock_date')

  if (Object.keys(fields).length > 0) {
    const search_text = productSearchText({ ...before, ...fields })
    await tx
      .updateTable('products')
      .set({ ...fields, search_text, updated_at: nextEditTime(now) })
      .where('id', '=', id)
      .execute()
    refreshCatalogue(tx)
    if (fields.vat_rate !== undefined) await passVatRatesOn(tx, { actor, now }, [id])
  }
  const moved = stock_quantity - before.stock_quantity
  const cause: Cause = { reason: 'edit', actor, now, arrivals, note: stock_note || null }
  await move(tx, [{ product_id: id, on_hand: moved }], cause)
  if (moved !== 0) await adjustPicks(tx, [id], now)
  const entry = { action: 'updated', entity: 'product', entity_id: id } as const
  await record(tx, { actor, now }, [{ ...entry, before: inLira(before), after: inLira(changes) }])
  return readAnyProduct(tx, id)
}

/**
 * Sets the terms of a product (its price in kuruş) and whether it is on sale, and records the changes. Its stock must be
 * locked.
 */
export async function setOnSale(
  tx: Tx,
  by: { actor: Actor | undefined; now: Date },
  id: string,
  fields: { price?: Kurus; unit?: string; is_active: boolean },
) {
  await lockFields(tx, [id])
  const before = await readAnyProduct(tx, id)
  const changes = changedFields(before, fields)
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('products')
    .set({ ...changes, updated_at: nextEditTime(by.now) })
    .where('id', '=', id)
    .execute()
  refreshCatalogue(tx)
  const entry = { action: 'updated', entity: 'product', entity_id: id } as const
  await record(tx, by, [{ ...entry, before: inLira(before), after: inLira(changes) }])
}

/** The product, locked until the transaction ends; with its stock if that or its unit may change. */
async function lockProduct(tx: Tx, id: string, { withStock }: { withStock: boolean }): Promise<AdminProduct> {
  // Stock is locked first, as orders do; otherwise there is no need to wait for orders.
  if (withStock) await lockProducts(tx, [id])
  else await lockFields(tx, [id])
  return readAnyProduct(tx, id)
}

/** Locks products with their stock: stock first and both in id order, to avoid deadlocks. */
export async function lockProducts(tx: Tx, ids: string[]) {
  await lockStock(tx, ids)
  await lockFields(tx, ids)
}

/**
 * Gives the offers of products the VAT rates that these have, and records it. The products must be locked by
 * `lockFields`.
 */
export async function passVatRatesOn(tx: Tx, by: { actor: Actor | undefined; now: Date }, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; before: number; after: number }>`
    update products set vat_rate = source.vat_rate, updated_at = ${nextEditTime(by.now)}
    from offers
      join products as source on source.id = offers.source_id
      join products as offered on offered.id = offers.product_id
    where products.id = offers.product_id and source.id = any(${[...ids]}::uuid[])
      and products.vat_rate <> source.vat_rate
    returning products.id, offered.vat_rate as before, products.vat_rate as after`.execute(tx)
  const entries = rows.map(({ id, before, after }) => ({
    action: 'updated' as const,
    entity: 'product' as const,
    entity_id: id,
    before: { vat_rate: before },
    after: { vat_rate: after },
  }))
  await record(tx, by, entries)
}

/** Locks products and their offers without their stock, in id order. */
export async function lockFields(tx: Tx, ids: string[]) {
  await tx
    .selectFrom('products')
    .select('id')
    .where(
      'id',
      '=',
      sql<string>`any(array(
        select unnest(${ids}::uuid[])
        union select product_id from offers where source_id = any(${ids}::uuid[])))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The value of `updated_at` for an edit. */
export const nextEditTime = (now: Date) => nextChangeTime('products.id', now)

/** The fields in the API's representation, with amounts in lira, as the audit trail records them. */
export const inLira = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isAmount(name) && typeof value === 'number' ? liraOf(kurus(value)) : value,
    ]),
  )

const isAmount = (name: string) => isProductField(name) && PRODUCT_FIELDS[name].kind === 'money'

/** The given fields that differ from the current ones. */
function changedFields<Given extends object>(before: object, given: Given): Given {
  const known = new Map<string, unknown>(Object.entries(before))
  const changes = Object.entries(given).filter(([name, value]) => value !== undefined && value !== known.get(name))
  return Object.fromEntries(changes) as Given
}

/** Inserts products with their initial stock and returns their ids in the same order. */
export async function insertProducts(
  tx: Tx,
  products: (ProductFields & { on_hand: number })[],
  cause: Cause,
): Promise<string[]> {
  const rows = products.map(({ on_hand: _, ...fields }) => ({
    ...fields,
    id: randomUUID(),
    search_text: productSearchText(fields),
    created_at: cause.now,
    updated_at: cause.now,
  }))
  if (rows.length === 0) return []
  // Passed as one JSON value, as building a statement with a parameter per field of many rows is slow.
  await sql`
    insert into products select * from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
  await createStock(
    tx,
    rows.map((row, i) => ({ product_id: row.id, on_hand: products[i]!.on_hand })),
    cause,
  )
  refreshCatalogue(tx)
  const added = products.map(({ on_hand, ...fields }, i) => ({
    action: 'created' as const,
    entity: 'product' as const,
    entity_id: rows[i]!.id,
    after: { ...inLira(fields), stock_quantity: on_hand },
  }))
  await record(tx, cause, added)
  return rows.map(row => row.id)
}

/**
 * Updates the workbook fields of many products. `rebarcoded` are the ids whose barcode changes: as products may swap
 * barcodes within one workbook, these are cleared first.
 */
export async function updateProducts(tx: Tx, products: WorkbookFields[], rebarcoded: string[], now: Date) {
  await tx
    .updateTable('products')
    .set({ barcode: null })
    .where('id', '=', sql<string>`any(${rebarcoded}::uuid[])`)
    .execute()
  if (products.length + rebarcoded.length > 0) refreshCatalogue(tx)
  const assignments = sql.join(IMPORTED_COLUMNS.map(column => sql`${sql.ref(column)} = ${sql.ref(`row.${column}`)}`))
  for (let i = 0; i < products.length; i += BATCH_SIZE) {
    const rows = products
      .slice(i, i + BATCH_SIZE)
      .map(product => ({ ...product, search_text: productSearchText(product) }))
    await sql`
      update products set ${assignments}, search_text = row.search_text, updated_at = ${nextEditTime(now)}
      from jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb) as row
      where products.id = row.id`.execute(tx)
  }
}

/** Rows per statement, so that building one does not block the event loop for long. */
const BATCH_SIZE = 500

type WorkbookFields = { id: string } & Pick<ProductFields, (typeof IMPORTED_COLUMNS)[number]>

/** The product ids that already own these barcodes in the warehouse, by barcode. */
export async function takenBarcodes(db: Database, warehouse: Warehouse, barcodes: string[]) {
  const owners = new Map<string, string>()
  for (let i = 0; i < barcodes.length; i += BATCH_SIZE) {
    const rows = await db
      .selectFrom('products')
      .select(['barcode', 'id'])
      .where('warehouse', '=', warehouse)
      .where('barcode', '=', sql<string>`any(${barcodes.slice(i, i + BATCH_SIZE)}::text[])`)
      .execute()
    for (const { barcode, id } of rows) if (barcode) owners.set(barcode, id)
  }
  return owners
}
