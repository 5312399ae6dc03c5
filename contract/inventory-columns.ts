import { columnOf, IMPORTED_FIELDS, type ImportedField } from './product-fields.ts'
import { DEFAULT_UNIT } from './products.ts'

/** Column A of the inventory workbook. It is no field of a product but the id of the one that a row changes. */
export const ID_COLUMN = { letter: 'A', heading: 'ID', spellings: 'id, urun id, product id', width: 38 } as const

/** A column of the inventory workbook by its heading. */
export type InventoryColumn = typeof ID_COLUMN.heading | ReturnType<typeof columnOf>['heading']

/** The columns of the inventory workbook, in order from A. */
export const INVENTORY_COLUMNS: readonly InventoryColumn[] = [
  ID_COLUMN.heading,
  ...IMPORTED_FIELDS.map(field => columnOf(field).heading),
]

/**
 * The columns of a row's lot. They can be anywhere after the columns of a product, or anywhere in the sheet if columns
 * are found by their headings. A workbook without them does not change lots.
 */
export const LOT_COLUMNS = {
  Parti: { spellings: 'parti, parti no, parti numarasi, lot, lot no, batch', width: 18 },
  SKT: { spellings: 'skt, son tuketim, son tuketim tarihi, son kullanma tarihi', width: 12 },
  TETT: { spellings: 'tett, tavsiye edilen tuketim tarihi, best before', width: 12 },
} as const
export type LotColumn = keyof typeof LOT_COLUMNS

const NEXT = INVENTORY_COLUMNS.length
/** The indexes of the lot's columns once the columns of a sheet are arranged: after those of a product. */
export const LOT_PLACES: Record<LotColumn, number> = { Parti: NEXT, SKT: NEXT + 1, TETT: NEXT + 2 }

/** Defaults for the blank cells of a row that creates a product; the rate only if it is allowed (`defaultVatRate`). */
export const IMPORT_DEFAULTS = {
  brand: '',
  category: 'Genel',
  unit: DEFAULT_UNIT,
  price: 0,
  vat_rate: 10,
  stock_quantity: 0,
  barcode: null,
} as const satisfies Record<Exclude<ImportedField, 'name'>, unknown>
