import type { Warehouse } from '#contract/catalogue.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { listAllProducts } from '../catalogue/lists.ts'
import type { Pool } from '../db/transaction.ts'
import { type Kind, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { asProperty } from './export-mark.ts'
import { lastLedgerId } from './moved-stock.ts'

/** The products of a warehouse as a workbook that can be edited and imported. */
export async function exportProducts(db: Pool, warehouse: Warehouse, now: Date): Promise<FileReply> {
  const columns = INVENTORY_COLUMNS.map(label => ({ label, ...COLUMNS[label] }))
  // Read before the products, so that a movement in between is counted again rather than missed.
  const properties = asProperty({ at: now.toISOString(), ledgerId: await lastLedgerId(db) })
  return {
    name: `${warehouse}-${istanbulDay(now)}.xlsx`,
    pieces: writeWorkbook({ name: warehouse, columns, properties }, rows(db, warehouse)),
  }
}

const COLUMNS: Record<(typeof INVENTORY_COLUMNS)[number], { kind: Kind; width: number }> = {
  ID: { kind: 'text', width: 38 },
  'Ürün Adı': { kind: 'text', width: 44 },
  Marka: { kind: 'text', width: 20 },
  Kategori: { kind: 'text', width: 20 },
  Birim: { kind: 'text', width: 9 },
  Fiyat: { kind: 'money', width: 12 },
  'KDV Oranı': { kind: 'whole', width: 11 },
  Stok: { kind: 'whole', width: 12 },
  Barkod: { kind: 'text', width: 18 },
}

async function* rows(db: Pool, warehouse: Warehouse) {
  for await (const products of pagesOf(listAllProducts(db, { warehouse }))) {
    yield products.map((product): Value[] => [
      product.id,
      product.name,
      product.brand,
      product.category,
      product.unit,
      product.price,
      product.vat_rate,
      product.stock_quantity,
      product.barcode,
    ])
  }
}
