import { ID_COLUMN } from '#contract/inventory-columns.ts'
import {
  columnOf,
  type FieldKind,
  IMPORTED_FIELDS,
  type ImportedField,
  PRODUCT_FIELDS,
} from '#contract/product-fields.ts'
import type { AdminProduct } from '#contract/products.ts'
import type { Kind, SheetColumn, Value } from '../documents/workbook-writing.ts'

// The fields of products that the inventory workbook has.

type ImportedColumn = Exclude<ImportedField, 'stock_quantity'>
/** The columns of the table that an import can change; stock changes through the ledger. */
export const IMPORTED_COLUMNS = IMPORTED_FIELDS.filter((field): field is ImportedColumn => field !== 'stock_quantity')

/** The kind of the cells of a field in a workbook, by the field's kind. */
const CELL_KINDS: Record<FieldKind, Kind> = {
  text: 'text',
  paragraph: 'text',
  choice: 'text',
  money: 'money',
  percent: 'whole',
  whole: 'whole',
  optionalWhole: 'whole',
  day: 'day',
  picture: 'text',
  flag: 'text',
}

/** The columns of the inventory workbook, in a workbook that is written. */
export const INVENTORY_SHEET_COLUMNS: readonly SheetColumn[] = [
  { label: ID_COLUMN.heading, kind: 'text', width: ID_COLUMN.width },
  ...IMPORTED_FIELDS.map((field): SheetColumn => {
    const { heading, width } = columnOf(field)
    return { label: heading, kind: CELL_KINDS[PRODUCT_FIELDS[field].kind], width }
  }),
]

/** The values of a product in these columns. */
export const inventoryValues = (id: string, product: Pick<AdminProduct, ImportedField>): Value[] => [
  id,
  ...IMPORTED_FIELDS.map(field => product[field]),
]
