import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Warehouse } from '#contract/catalogue.ts'
import { type ImportSummary, movedText, type StockKept } from '#contract/inventory.ts'
import { record } from '../audit/audit.ts'
import { inLira, insertProducts, lockProducts, takenBarcodes, updateProducts } from '../catalogue/products.ts'
import { type Database, inTransaction, type Tx, takeAdvisoryLock } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { type Cause, move } from '../stock/ledger.ts'
import type { ExportMark } from './export-mark.ts'
import { movedSince } from './moved-stock.ts'
import type { ProductFields, ProductRow, RowError } from './product-rows.ts'

const AT_ONCE = 500

export type Sheet = { rows: ProductRow[]; errors: RowError[] }

/** Which stock of known products an import sets. */
export type StockChoice = {
  /** `keep`: none. */
  stock: 'update' | 'keep'
  /** The workbook's export: what moved since is left alone. */
  exported: ExportMark | undefined
  /** But for these rows, as long as so much is on hand as was shown when that was decided. */
  anyway: ReadonlyMap<number, number>
}

type NewRow = Extract<ProductRow, { id: undefined }>
type KnownRow = Extract<ProductRow, { id: string }>
export type Present = ProductFields & { id: string }

type KnownChange = { row: number; before: Present; after: Present; kept?: StockKept }

/** What the rows of a workbook come to. */
export type Plan = {
  created: NewRow[]
  updated: KnownChange[]
  /** The rows that say what is so already, or whose stock alone differs and is left alone. */
  unchanged: KnownChange[]
  errors: RowError[]
}

/** Takes the rows of an inventory workbook into one warehouse: all that are right, together; the others are named. */
export async function importProducts(
  db: Database,
  { actor, warehouse, file, now }: { actor: Actor; warehouse: Warehouse; file: string; now: Date },
  sheet: Sheet,
  choice: StockChoice,
): Promise<ImportSummary> {
  return inTransaction(db, async tx => {
    // Of two lists with the same new goods the second finds the first one's barcodes, and names its rows.
    await takeAdvisoryLock(tx, `import into ${warehouse}`)
    await lockProducts(
      tx,
      sheet.rows.flatMap(({ id }) => id ?? []),
    )
    const plan = await planImport(tx, warehouse, sheet, choice)
    const cause: Cause = { reason: 'import', actor, now, note: file.replace(/\p{Cc}/gu, '').slice(0, 200) }
    await update(tx, plan.updated, cause)
    for (const some of inParts(plan.created)) {
      const products = some.map(row => newProduct(row, warehouse))
      await insertProducts(tx, products, cause)
    }
    // Until the database has looked at so many new rows by itself, it would search the lists as if they were short.
    if (plan.created.length >= AT_ONCE) await sql`analyze products, stock`.execute(tx)
    return summaryOf(plan)
  })
}

export const summaryOf = ({ created, updated, unchanged, errors }: Plan): ImportSummary => {
  const warnings = [...updated, ...unchanged]
    .sort((a, b) => a.row - b.row)
    .flatMap(({ row, kept }) => (kept ? [keptSentence(row, kept)] : []))
  return {
    created: created.length,
    updated: updated.length,
    errors: errors.map(error => error.message),
    ...(warnings.length > 0 && { warnings }),
  }
}

const keptSentence = (row: number, kept: StockKept) =>
  `Satır ${row}: Stok değiştirilmedi; dışa aktarımdan sonra ${movedText(kept)} (dosyada ${kept.wanted}, elde ${kept.on_hand})`

/** What the rows come to, as things are now. Changes nothing. */
export async function planImport(tx: Tx, warehouse: Warehouse, sheet: Sheet, choice: StockChoice): Promise<Plan> {
  const present = await presentProducts(
    tx,
    warehouse,
    sheet.rows.flatMap(({ id }) => id ?? []),
  )
  const { rows, faults } = await withoutFaults(tx, warehouse, sheet.rows, present)
  await setImmediate()
  const asked = rows.filter(isKnown).map(({ row, id, fields }) => {
    const before = present.get(id)!
    return { row, before, after: { ...before, ...fields } }
  })
  const known = await withStockKept(tx, asked, choice)
  await setImmediate()
  const differs = new Set(known.filter(({ before, after }) => FIELDS.some(field => before[field] !== after[field])))
  return {
    created: rows.filter(isNew),
    updated: [...differs],
    unchanged: known.filter(one => !differs.has(one)),
    errors: [...sheet.errors, ...faults].sort((a, b) => a.row - b.row),
  }
}

/** The changes without those of stock that are not to be made. */
async function withStockKept(tx: Tx, all: KnownChange[], { stock, exported, anyway }: StockChoice) {
  const keep = (change: KnownChange): KnownChange => {
    return { ...change, after: { ...change.after, stock_quantity: change.before.stock_quantity } }
  }
  if (stock === 'keep') return all.map(keep)
  if (!exported) return all
  const asks = ({ before, after }: KnownChange) => before.stock_quantity !== after.stock_quantity
  const ids = all.filter(asks).map(({ before }) => before.id)
  const moved = new Map<string, { arrived: number; left: number }>()
  for (const some of inParts(ids)) for (const [id, by] of await movedSince(tx, some, exported)) moved.set(id, by)
  return all.map(change => {
    const by = asks(change) ? moved.get(change.before.id) : undefined
    const { stock_quantity: on_hand } = change.before
    if (!by || anyway.get(change.row) === on_hand) return change
    return { ...keep(change), kept: { wanted: change.after.stock_quantity, on_hand, ...by } }
  })
}

/** What a workbook may change of a product, in the order of its columns. */
export const FIELDS = ['name', 'brand', 'category', 'unit', 'price', 'vat_rate', 'stock_quantity', 'barcode'] as const

const isNew = (row: ProductRow): row is NewRow => row.id === undefined
const isKnown = (row: ProductRow): row is KnownRow => row.id !== undefined

/** The products of this warehouse among these, as they are now. */
export async function presentProducts(
  db: Database,
  warehouse: Warehouse,
  ids: string[],
): Promise<Map<string, Present>> {
  const present = new Map<string, Present>()
  for (const some of inParts(ids)) {
    const products = await db
      .selectFrom('products')
      .innerJoin('stock', 'product_id', 'products.id')
      .select(['id', 'name', 'brand', 'category', 'unit', 'price', 'vat_rate', 'barcode', 'on_hand as stock_quantity'])
      .where('id', '=', sql<string>`any(${some}::uuid[])`)
      .where('warehouse', '=', warehouse)
      .execute()
    for (const product of products) present.set(product.id, product)
  }
  return present
}

/** The rows that can be taken. A barcode may move from one product to another as long as it ends in one place. */
async function withoutFaults(tx: Tx, warehouse: Warehouse, all: ProductRow[], present: Map<string, Present>) {
  const faults: RowError[] = []
  const unknown = (row: ProductRow) => row.id !== undefined && !present.has(row.id)
  for (const { row, id } of all.filter(unknown)) {
    faults.push({ row, column: 'ID', message: `Satır ${row}: ID "${id}" bu depoda bulunamadı` })
  }
  const rows = all.filter(row => !unknown(row))

  const barcodes = rows.flatMap(row => (row.fields.barcode ? [row.fields.barcode] : []))
  const owners = await takenBarcodes(tx, warehouse, barcodes)
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const wanting = new Map(rows.map(row => [row.fields.barcode, row]))
  const refused = new Set<ProductRow>()
  const isTaken = ({ id, fields: { barcode } }: ProductRow) => {
    const owner = barcode ? owners.get(barcode) : undefined
    if (owner === undefined || owner === id) return false
    const leaving = rowOf.get(owner)
    return !leaving || refused.has(leaving) || (leaving.fields.barcode ?? barcode) === barcode
  }
  const doubtful = [...rows]
  for (const row of doubtful) {
    if (refused.has(row) || !isTaken(row)) continue
    refused.add(row)
    const message = `Satır ${row.row}: Barkod "${row.fields.barcode}" bu depoda başka bir üründe kullanılıyor`
    faults.push({ row: row.row, column: 'Barkod', message })
    // It keeps its product's old barcode, which refuses the row that wants that one.
    const kept = row.id && present.get(row.id)?.barcode
    const next = kept ? wanting.get(kept) : undefined
    if (next) doubtful.push(next)
  }
  return { rows: rows.filter(row => !refused.has(row)), faults }
}

/** Writes what differs, and moves stock by the difference. */
async function update(tx: Tx, changes: Plan['updated'], cause: Cause) {
  const rewritten = changes.filter(({ before, after }) =>
    FIELDS.some(field => field !== 'stock_quantity' && before[field] !== after[field]),
  )
  await updateProducts(
    tx,
    rewritten.map(({ after }) => after),
    rewritten.flatMap(({ before, after }) => (before.barcode === after.barcode ? [] : before.id)),
    cause.now,
  )
  for (const some of inParts(rewritten)) {
    const deeds = some.map(({ before, after }) => {
      const deed = { action: 'imported', entity: 'product', entity_id: before.id } as const
      return { ...deed, before: asRecorded(before), after: asRecorded(after) }
    })
    await record(tx, cause, deeds)
  }
  for (const some of inParts(changes)) {
    const moves = some.map(({ before, after }) => {
      return { product_id: before.id, on_hand: after.stock_quantity - before.stock_quantity }
    })
    await move(tx, moves, cause)
  }
}

/** What the audit trail keeps of it; of stock the ledger tells. */
const asRecorded = ({ stock_quantity: _, ...fields }: Present) => inLira(fields)

/** Many at once, but never so many that writing one statement would hold up the process. */
function inParts<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => all.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
}

function newProduct({ fields }: NewRow, warehouse: Warehouse) {
  const { stock_quantity: on_hand, ...rest }: ProductFields = fields
  return { ...rest, on_hand, warehouse, expected_stock_date: null, image_url: null, description: '', is_active: true }
}
