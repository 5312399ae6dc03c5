import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ImportSummary, type StockKept, whyStockKept } from '#contract/inventory.ts'
import { IMPORT_DEFAULTS } from '#contract/inventory-columns.ts'
import { formatMoney, kurus } from '#contract/money.ts'
import { IMPORTED_FIELDS } from '#contract/product-fields.ts'
import { NEW_PRODUCT, type Warehouse } from '#contract/products.ts'
import { record } from '../audit/audit.ts'
import { inLira, insertProducts, lockProducts, passVatRatesOn, updateProducts } from '../catalogue/products.ts'
import { groupBy } from '../db/group-by.ts'
import type { Database } from '../db/tables.ts'
import { type Tx, takeLongHeldLock } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { cleanFileName } from '../import-runs/runs.ts'
import { adjustPicks } from '../lots/later-lots.ts'
import { type Arrivals, type Cause, move } from '../stock/ledger.ts'
import { IMPORTED_COLUMNS } from '../stock/workbook-fields.ts'
import { BATCH_SIZE, inBatches } from './batches.ts'
import { withoutRepetitions } from './further-rows.ts'
import { separateFaultyRows } from './id-and-barcode-faults.ts'
import type { ExistingProductRow, KnownChange, NewRow, Plan, ProductState, Sheet, StockChoice } from './import-plan.ts'
import {
  assignLots,
  contradictions,
  faultsOfNewLots,
  lotsOfRows,
  moveByLot,
  noteOn,
  productsByLot,
  quantityOf,
  trackedProducts,
} from './imported-lots.ts'
import type { ProductRow, RowError } from './imported-rows.ts'
import { dropStaleStockChanges } from './kept-stock.ts'
import { addLotUnitNotes } from './lot-unit-notes.ts'
import { withoutVatOfOffers } from './offer-rows.ts'
import { addStaleNotes } from './stale-notes.ts'

type Importing = {
  actor: Actor
  warehouse: Warehouse
  file: string
  now: Date
  arrivals: Arrivals
  /** Called with the number of rows that are done, and of all rows. */
  report: (done: number, total: number) => void
}

/**
 * Imports all valid rows of an inventory workbook into a warehouse in the open transaction, and returns what it has
 * done with each row.
 */
export async function importProducts(
  tx: Tx,
  { actor, warehouse, file, now, arrivals, report }: Importing,
  sheet: Sheet,
  choice: StockChoice,
): Promise<Plan> {
  // Serialized, so that the second of two imports with the same new products reports their barcodes as taken.
  await takeLongHeldLock(tx, 'product_import', warehouse)
  await lockProducts(
    tx,
    sheet.rows.flatMap(({ id }) => id ?? []),
  )
  const plan = await planImport(tx, { warehouse, now }, sheet, choice)
  const note = cleanFileName(file)
  const cause: Cause = { reason: 'import', actor, now, arrivals, note }
  const refused = refusedRowCount(plan)
  const total = plan.created.length + plan.updated.length + plan.unchanged.length + refused
  let done = plan.unchanged.length + refused
  const advance = (rows: number) => report((done += rows), total)
  advance(0)
  const byLot = productsByLot(plan.updated)
  await update(tx, plan.updated, cause, byLot, advance)
  if (byLot.size > 0)
    await moveByLot(
      tx,
      plan.updated.filter(({ before }) => byLot.has(before.id)),
      cause,
    )
  const taxed = plan.updated.filter(({ before, after }) => after.vat_rate !== before.vat_rate)
  await passVatRatesOn(
    tx,
    cause,
    taxed.map(({ before }) => before.id),
  )
  const moved = plan.updated.filter(({ before, after }) => after.stock_quantity !== before.stock_quantity)
  // A product has a row for each of its lots.
  for (const batch of inBatches([...new Set(moved.map(({ before }) => before.id))])) await adjustPicks(tx, batch, now)
  const furtherRows = groupBy(plan.created, ({ sameAs = '' }) => String(sameAs))
  for (const batch of inBatches(plan.created.filter(({ sameAs }) => sameAs === undefined))) {
    const rows = batch.map(first => [first, ...(furtherRows.get(String(first.row)) ?? [])])
    const ids = await insertProducts(
      tx,
      batch.map((first, at) => newProduct(first, quantityOf(rows[at] ?? []), warehouse)),
      cause,
    )
    await assignLots(tx, rows, ids, cause)
    advance(rows.flat().length)
  }
  // Without fresh statistics the planner would treat the tables as small until the next autovacuum.
  if (plan.created.length >= BATCH_SIZE) await sql`analyze products, stock`.execute(tx)
  return plan
}

/** How many rows an import refuses; each may have several faults. */
export const refusedRowCount = ({ errors }: Plan) => new Set(errors.map(({ row }) => row)).size

/** The figures and messages of an import. */
export const summaryOf = ({ created, updated, unchanged, errors }: Plan): ImportSummary => {
  const warnings = [...created, ...updated, ...unchanged]
    .sort((a, b) => a.row - b.row)
    .flatMap(one => [
      ...(one.notes ?? []).map(note => `Satır ${one.row}: ${note}`),
      ...('kept' in one && one.kept ? [unchangedStockWarning(one.row, one.kept)] : []),
    ])
  return {
    created: created.length,
    updated: updated.length,
    errors: textsOf(errors),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** One text for each refused row, so that they are counted as the preview counts rows: `Satır 7: …; …`. */
function textsOf(errors: RowError[]): string[] {
  const texts = new Map<number, string>()
  for (const { row, message } of errors) {
    const before = texts.get(row)
    texts.set(row, before === undefined ? message : `${before}; ${message.replace(/^Satır \d+: /, '')}`)
  }
  return [...texts.values()]
}

const unchangedStockWarning = (row: number, kept: StockKept) =>
  `Satır ${row}: Stok değiştirilmedi; ${whyStockKept(kept)} (dosyada ${kept.wanted}, elde ${kept.on_hand})`

/** Plans the import against the current products, without changing anything. */
export async function planImport(
  tx: Tx,
  { warehouse, now }: Pick<Importing, 'warehouse' | 'now'>,
  sheet: Sheet,
  choice: StockChoice,
): Promise<Plan> {
  const present = await presentProducts(
    tx,
    warehouse,
    [...sheet.rows, ...sheet.faulty].flatMap(({ id }) => id ?? []),
  )
  const { rows: sound, faults } = await separateFaultyRows(tx, warehouse, sheet, present)
  const rows = withoutRepetitions(sound)
  await setImmediate()
  const knownRows = await withoutVatOfOffers(tx, rows.filter(isKnown))
  const products = await trackedProducts(tx, sheet.hasLots ? knownRows.map(({ id }) => id) : [])
  const named = lotsOfRows(
    knownRows.flatMap(({ row, id, lot }) => (lot ? [{ row, id, lot }] : [])),
    products,
    { isExported: choice.exported !== undefined },
  )
  const requested = knownRows.flatMap(({ row, id, fields, lot: rowLot }): KnownChange[] => {
    const lot = named.lots.get(row)
    if (rowLot && !lot) return []
    const product = present.get(id)!
    const before = lot ? { ...product, stock_quantity: lot.known?.on_hand ?? 0 } : product
    return [{ row, before, after: { ...before, ...fields }, ...(lot && { lot }) }]
  })
  const possible = await dropStaleStockChanges(tx, requested, choice)
  const impossible = [
    ...named.faults,
    ...contradictions(possible, products, sheet.hasLots),
    ...faultsOfNewLots(rows.filter(isNew)),
  ]
  // Products of refused rows keep their barcodes, so the barcodes of the other rows must be checked again.
  if (impossible.length > 0) return planImport(tx, { warehouse, now }, refusing(sheet, impossible), choice)
  const noted = possible.map(change => withNotes(change, now))
  const known = await addLotUnitNotes(tx, await addStaleNotes(tx, noted, choice.exported), choice)
  await setImmediate()
  const differs = new Set(
    known.filter(({ before, after }) => IMPORTED_FIELDS.some(field => before[field] !== after[field])),
  )
  return {
    created: rows.filter(isNew).map(row => withPriceNote(withLot(row, now))),
    updated: [...differs].map(withPassiveNote),
    unchanged: known.filter(one => !differs.has(one)),
    errors: [...sheet.errors, ...faults].sort((a, b) => a.row - b.row),
  }
}

/** The sheet with rows that are refused for these faults. */
function refusing(sheet: Sheet, faults: RowError[]): Sheet {
  const refused = new Set(faults.map(({ row }) => row))
  const faulty = sheet.rows.flatMap(({ row, id, fields }) =>
    refused.has(row) ? [{ row, id, barcode: fields.barcode ?? undefined }] : [],
  )
  return {
    ...sheet,
    rows: sheet.rows.filter(({ row }) => !refused.has(row)),
    errors: [...sheet.errors, ...faults],
    faulty: [...sheet.faulty, ...faulty],
  }
}

/** A row of a new product with its lot, as the import creates it. */
function withLot(row: NewRow, now: Date): NewRow {
  if (!row.lot) return row
  const { code, expires_on = null, expiry_kind = null } = row.lot
  const newLot = { known: undefined, label: { code, expires_on, expiry_kind } }
  return { ...row, newLot, notes: noteOn(newLot, row.fields.stock_quantity, now) }
}

/** A row of a new product with a note if it has no price, as a blank cell may be a formula without its result. */
const withPriceNote = (row: NewRow): NewRow =>
  row.hasNoPrice ? { ...row, notes: [...(row.notes ?? []), NO_PRICE] } : row

const NO_PRICE = `Fiyat yok: ${formatMoney(kurus(IMPORT_DEFAULTS.price))} ile satışa çıkar`

const withNotes = (change: KnownChange, now: Date): KnownChange =>
  change.lot
    ? { ...change, notes: noteOn(change.lot, change.after.stock_quantity - change.before.stock_quantity, now) }
    : change

const withPassiveNote = (change: KnownChange): KnownChange =>
  change.before.is_active ? change : { ...change, notes: [...(change.notes ?? []), PASSIVE] }

const PASSIVE = 'Ürün pasif: katalogda görünmez'

const isNew = (row: ProductRow): row is NewRow => row.id === undefined
const isKnown = (row: ProductRow): row is ExistingProductRow => row.id !== undefined

/** The current products of the warehouse with these ids, by id. */
export async function presentProducts(
  db: Database,
  warehouse: Warehouse,
  ids: string[],
): Promise<Map<string, ProductState>> {
  const present = new Map<string, ProductState>()
  for (const batch of inBatches(ids)) {
    const products = await db
      .selectFrom('products')
      .innerJoin('stock', 'product_id', 'products.id')
      .select(['id', 'is_active', ...IMPORTED_COLUMNS, 'on_hand as stock_quantity'])
      .where('id', '=', sql<string>`any(${batch}::uuid[])`)
      .where('warehouse', '=', warehouse)
      .execute()
    for (const product of products) present.set(product.id, product)
  }
  return present
}

/**
 * Updates the fields that differ and moves stock by the difference, except for products whose lots are moved. Calls
 * `advance` after each batch.
 */
async function update(
  tx: Tx,
  changes: Plan['updated'],
  cause: Cause,
  byLot: ReadonlySet<string>,
  advance: (rows: number) => void,
) {
  // Before all others, as two rows may swap their barcodes.
  const rebarcoded = changes.flatMap(({ before, after }) => (before.barcode === after.barcode ? [] : before.id))
  await updateProducts(tx, [], rebarcoded, cause.now)
  for (const batch of inBatches(changes)) {
    const rewritten = batch.filter(({ before, after }) =>
      IMPORTED_FIELDS.some(field => field !== 'stock_quantity' && before[field] !== after[field]),
    )
    await updateProducts(
      tx,
      rewritten.map(({ after }) => after),
      [],
      cause.now,
    )
    const records = rewritten.map(({ before, after }) => {
      const entry = { action: 'imported', entity: 'product', entity_id: before.id } as const
      return { ...entry, before: asRecorded(before), after: asRecorded(after) }
    })
    await record(tx, cause, records)
    const moving = batch.filter(({ before }) => !byLot.has(before.id))
    const moves = moving.map(({ before, after }) => {
      return { product_id: before.id, on_hand: after.stock_quantity - before.stock_quantity }
    })
    await move(tx, moves, cause)
    advance(batch.length)
  }
}

/** The imported fields for the audit trail; stock is recorded in the ledger. */
const asRecorded = ({ stock_quantity: _, is_active: __, ...fields }: ProductState) => inLira(fields)

function newProduct({ fields, newLot }: NewRow, on_hand: number, warehouse: Warehouse) {
  const { stock_quantity: _, ...rest } = { ...NEW_PRODUCT, ...fields, warehouse }
  return { ...rest, ...(newLot && { lot_tracking: 'asked' as const }), on_hand }
}
