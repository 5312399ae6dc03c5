import type { StockKept } from '#contract/inventory.ts'
import type { ExpiryKind } from '#contract/lot-labels.ts'
import type { ImportedField } from '#contract/product-fields.ts'
import type { ExportMark } from '../stock/export-mark.ts'
import type { StoredLot } from '../stock/lots.ts'
import type { FaultyRow, ProductFields, ProductRow, RowError } from './imported-rows.ts'

// What the rows of an inventory workbook change.

export type Sheet = { rows: ProductRow[]; errors: RowError[]; faulty: FaultyRow[]; hasLots: boolean }

/** The lot of an imported row: a known one, or one that the import creates. */
export type LotOfRow = {
  known: StoredLot | undefined
  label: { code: string; expires_on: string | null; expiry_kind: ExpiryKind | null }
}

export type NewRow = Extract<ProductRow, { id: undefined }> & { newLot?: LotOfRow; notes?: string[] }
export type ExistingProductRow = Extract<ProductRow, { id: string }>
export type ProductState = ProductFields & { id: string; is_active: boolean }

/** The change of a product by a row. With a lot, the stock before and after is the lot's quantity on hand. */
export type KnownChange = {
  row: number
  before: ProductState
  after: ProductState
  lot?: LotOfRow | undefined
  notes?: string[]
  kept?: StockKept
  /** The row's unit and price, if they are not imported because the product keeps its stock in the present unit. */
  unitInFile?: Pick<ProductState, 'unit' | 'price'>
  /** The fields that the row changes and that were changed since the workbook's export as well. */
  staleFields?: readonly ImportedField[]
}

/** The changes that the rows of a workbook result in. */
export type Plan = {
  created: NewRow[]
  updated: KnownChange[]
  /** Rows without a difference, or with only a stock difference that is not applied. */
  unchanged: KnownChange[]
  errors: RowError[]
}

/** How an import sets the stock of existing products. */
export type StockChoice = {
  /** `keep` leaves all stock unchanged. */
  stock: 'update' | 'keep'
  /** The workbook's export: stock that has moved since is left unchanged. */
  exported: ExportMark | undefined
  /** Row numbers whose stock is set nevertheless, if the quantity on hand is still the given one. */
  forcedRows: ReadonlyMap<number, number>
}
