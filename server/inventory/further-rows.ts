import { IMPORT_DEFAULTS, type InventoryColumn } from '#contract/inventory.ts'
import { kurus } from '#contract/money.ts'
import { columnOf, IMPORTED_FIELDS } from '#contract/product-fields.ts'
import type { ProductFields, ProductRow } from './imported-rows.ts'
import type { RowLot } from './lot-cells.ts'

// A product has a row for each of its lots: the first one says what it is, and the further ones may repeat that.

const DEFAULTS: ProductFields = { ...IMPORT_DEFAULTS, price: kurus(IMPORT_DEFAULTS.price), name: '' }

/** What a further row of a known product still changes of it: the stock of its lot. */
export const onlyStock = ({ stock_quantity }: Partial<ProductFields>) =>
  stock_quantity === undefined ? {} : { stock_quantity }

/** A row of a new product; a further one of it has what the first says of it. */
export function newRow(
  row: number,
  first: ProductRow | undefined,
  fields: Partial<ProductFields>,
  named: { lot: RowLot } | undefined,
): ProductRow {
  const { stock_quantity } = DEFAULTS
  const all = { ...DEFAULTS, ...first?.fields, stock_quantity, ...fields }
  return { row, id: undefined, fields: all, ...named, ...(first && { sameAs: first.row }) }
}

/**
 * The first row of a product of which a further one is about a lot, or the first one was; of a new product, which its
 * barcode names, both have to be.
 */
export function firstOf(
  firstRows: ReadonlyMap<string, ProductRow>,
  key: string,
  { id, lot }: { id: string | undefined; lot: RowLot | undefined },
) {
  const first = firstRows.get(key)
  const isAboutLots = id === undefined ? lot && first?.lot : lot || first?.lot
  return isAboutLots ? first : undefined
}

/** Further rows of a product say the same of it as its first. */
export function differencesFrom(
  first: ProductRow,
  fields: Partial<ProductFields>,
  { present }: { present: ReadonlyMap<string, Partial<ProductFields>> },
  fault: (column: InventoryColumn, sentence: string) => void,
) {
  for (const field of IMPORTED_FIELDS) {
    const value = fields[field]
    if (field === 'stock_quantity' || value === undefined) continue
    if (value === (first.fields[field] ?? present.get(first.id ?? '')?.[field])) continue
    const { heading } = columnOf(field)
    fault(heading, `${heading} ${first.row}. satırda başka; bir ürünün bütün satırlarında aynı olmalıdır`)
  }
}
