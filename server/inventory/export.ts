import { ID_COLUMN } from '#contract/inventory.ts'
import { columnOf, type FieldKind, IMPORTED_FIELDS, PRODUCT_FIELDS } from '#contract/product-fields.ts'
import type { Warehouse } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { listAllProducts } from '../catalogue/lists.ts'
import type { Pool } from '../db/transaction.ts'
import { type Kind, type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { asProperty } from './export-mark.ts'
import { lastLedgerId } from './moved-stock.ts'

/** The products of a warehouse as a workbook that can be edited and imported. */
export async function exportProducts(db: Pool, warehouse: Warehouse, now: Date): Promise<FileReply> {
  // Read before the products, so that a movement in between is counted again rather than missed.
  const properties = asProperty({ at: now.toISOString(), ledgerId: await lastLedgerId(db) })
  return {
    name: `${warehouse}-${istanbulDay(now)}.xlsx`,
    pieces: writeWorkbook({ name: warehouse, columns: COLUMNS, properties }, rows(db, warehouse)),
  }
}

const COLUMNS: SheetColumn[] = [
  { label: ID_COLUMN.heading, kind: 'text', width: ID_COLUMN.width },
  ...IMPORTED_FIELDS.map((field): SheetColumn => {
    const { heading, width } = columnOf(field)
    return { label: heading, kind: cellKind(PRODUCT_FIELDS[field].kind), width }
  }),
]

function cellKind(kind: FieldKind): Kind {
  if (kind === 'money' || kind === 'day') return kind
  return kind === 'percent' || kind === 'whole' ? 'whole' : 'text'
}

async function* rows(db: Pool, warehouse: Warehouse) {
  for await (const products of pagesOf(listAllProducts(db, { warehouse }))) {
    yield products.map((product): Value[] => [product.id, ...IMPORTED_FIELDS.map(field => product[field])])
  }
}
