import { sql } from 'kysely'
import type { Warehouse } from '#contract/catalogue.ts'
import type { ImportSummary } from '#contract/inventory.ts'
import { insertProducts, takenBarcodes, updateProducts } from '../catalogue/products.ts'
import { type Database, inTransaction, type Tx } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { type Cause, lockStock, type Move, move } from '../stock/ledger.ts'
import type { ProductFields, ProductRow, RowError } from './product-rows.ts'

const AT_ONCE = 1000

export type Sheet = { rows: ProductRow[]; errors: RowError[] }
type NewRow = Extract<ProductRow, { id: undefined }>
type KnownRow = Extract<ProductRow, { id: string }>
type Present = Awaited<ReturnType<typeof lockProducts>> extends Map<string, infer P> ? P : never

/** Takes the rows of an inventory workbook into one warehouse: all that are right, together; the others are named. */
export async function importProducts(
  db: Database,
  { actor, warehouse, file, now }: { actor: Actor; warehouse: Warehouse; file: string; now: Date },
  sheet: Sheet,
): Promise<ImportSummary> {
  return inTransaction(db, async tx => {
    const present = await lockProducts(tx, warehouse, sheet.rows)
    const { rows, faults } = await withoutFaults(tx, warehouse, sheet.rows, present)
    const cause: Cause = { reason: 'import', actor, now, note: file.replace(/\p{Cc}/gu, '').slice(0, 200) }

    const updated = await updateKnown(tx, rows.filter(isKnown), present, cause)
    const created = rows.filter(isNew)
    for (let i = 0; i < created.length; i += AT_ONCE) {
      const some = created.slice(i, i + AT_ONCE).map(row => newProduct(row, warehouse))
      await insertProducts(tx, some, cause)
    }
    const errors = [...sheet.errors, ...faults].sort((a, b) => a.row - b.row)
    return { created: created.length, updated, errors: errors.map(error => error.message) }
  })
}

const isNew = (row: ProductRow): row is NewRow => row.id === undefined
const isKnown = (row: ProductRow): row is KnownRow => row.id !== undefined

/** The products of this warehouse that rows name, as they are now, locked until the import is done. */
async function lockProducts(tx: Tx, warehouse: Warehouse, rows: ProductRow[]) {
  const ids = rows.flatMap(row => (row.id === undefined ? [] : [row.id]))
  const stock = await lockStock(tx, ids)
  const products = await tx
    .selectFrom('products')
    .select(['id', 'name', 'brand', 'category', 'unit', 'price', 'vat_rate', 'barcode'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('warehouse', '=', warehouse)
    .execute()
  return new Map(products.map(product => [product.id, { ...product, on_hand: stock.get(product.id)!.on_hand }]))
}

/** The rows that can be taken. A barcode may move from one product to another as long as it ends in one place. */
async function withoutFaults(tx: Tx, warehouse: Warehouse, all: ProductRow[], present: Map<string, Present>) {
  const faults: RowError[] = []
  const unknown = (row: ProductRow) => row.id !== undefined && !present.has(row.id)
  for (const { row, id } of all.filter(unknown)) {
    faults.push({ row, column: 'ID', message: `Satır ${row}: ID "${id}" bu depoda bulunamadı` })
  }
  let rows = all.filter(row => !unknown(row))

  const barcodes = rows.flatMap(row => (row.fields.barcode ? [row.fields.barcode] : []))
  const owners = await takenBarcodes(tx, warehouse, barcodes)
  for (;;) {
    const leaving = new Map(rows.flatMap(row => (row.id ? [[row.id, row.fields.barcode] as const] : [])))
    const isTaken = ({ id, fields: { barcode } }: ProductRow) => {
      const owner = barcode ? owners.get(barcode) : undefined
      return owner !== undefined && owner !== id && (leaving.get(owner) ?? barcode) === barcode
    }
    const refused = new Set(rows.filter(isTaken))
    if (refused.size === 0) return { rows, faults }
    for (const { row, fields } of refused) {
      const message = `Satır ${row}: Barkod "${fields.barcode}" bu depoda başka bir üründe kullanılıyor`
      faults.push({ row, column: 'Barkod', message })
    }
    // A row that is refused keeps its product's old barcode, which may refuse another.
    rows = rows.filter(row => !refused.has(row))
  }
}

/** Writes what differs, and moves stock by the difference. Answers how many products changed. */
async function updateKnown(tx: Tx, rows: KnownRow[], present: Map<string, Present>, cause: Cause): Promise<number> {
  const changes: Present[] = []
  const moves: Move[] = []
  const changed = new Set<string>()
  for (const { id, fields } of rows) {
    const before = present.get(id)!
    const { stock_quantity = before.on_hand, ...rest } = fields
    if (Object.entries(rest).some(([name, value]) => before[name as keyof typeof rest] !== value)) {
      changes.push({ ...before, ...rest })
      changed.add(id)
    }
    if (stock_quantity !== before.on_hand) {
      moves.push({ product_id: id, on_hand: stock_quantity - before.on_hand })
      changed.add(id)
    }
  }
  await updateProducts(tx, changes, cause.now)
  await move(tx, moves, cause)
  return changed.size
}

function newProduct({ fields }: NewRow, warehouse: Warehouse) {
  const { stock_quantity: on_hand, ...rest }: ProductFields = fields
  return { ...rest, on_hand, warehouse, expected_stock_date: null, image_url: null, description: '', is_active: true }
}
