import type { InventoryColumn, LotColumn } from '#contract/inventory-columns.ts'
import type { ImportedField } from '#contract/product-fields.ts'
import type { AdminProduct } from '#contract/products.ts'
import type { RowLot } from './lot-cells.ts'

// The rows of an inventory workbook as they are read.

/** The fields of a product that a row of the workbook sets. */
export type ProductFields = Pick<AdminProduct, ImportedField>

/** The column of a cell. */
export type ImportColumn = InventoryColumn | LotColumn

/**
 * A row without an ID creates a product with defaults for blank cells, or brings another lot of the one that the row
 * `sameAs` creates; with an ID it changes only the filled cells. With a lot, its stock is the lot's quantity on hand.
 * `hasNoPrice` marks the rows of a new product that gets the default price.
 */
export type ProductRow =
  | { row: number; id: undefined; fields: ProductFields; lot?: RowLot; sameAs?: number; hasNoPrice?: true }
  | { row: number; id: string; fields: Partial<ProductFields>; lot?: RowLot }

/** An invalid cell; the Turkish message includes Excel's row number. */
export type RowError = { row: number; column: ImportColumn; message: string }

/**
 * A row with an invalid cell. Its valid ID and barcode are still checked against the products, to name all its errors.
 */
export type FaultyRow = { row: number; id: string | undefined; barcode: string | undefined }
