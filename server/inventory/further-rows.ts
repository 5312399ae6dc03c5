import { IMPORT_DEFAULTS, type InventoryColumn } from '#contract/inventory-columns.ts'
import { kurus } from '#contract/money.ts'
import { columnOf, IMPORTED_FIELDS } from '#contract/product-fields.ts'
import type { ProductFields, ProductRow } from './imported-rows.ts'
import type { RowLot } from './lot-cells.ts'

// A product may have a row for each of its lots: the first one has its fields, which the further ones may repeat.

const DEFAULTS: ProductFields = { ...IMPORT_DEFAULTS, price: kurus(IMPORT_DEFAULTS.price), name: '' }

/**
 * The rows without what they repeat: of a known product the first one has its fields, and the others only set stock; a
 * new one is created by the first one. Of the rows that are imported, that is: a refused first row leaves this to the
 * next one.
 */
export function withoutRepetitions(rows: readonly ProductRow[]): ProductRow[] {
  const seen = new Set<string>()
  const creating = new Map<number, number>()
  return rows.map(row => {
    if (row.id === undefined) {
      const { sameAs = row.row, hasNoPrice, ...rest } = row
      const first = creating.get(sameAs)
      if (first !== undefined) return { ...rest, sameAs: first }
      creating.set(sameAs, row.row)
      return { ...rest, ...(hasNoPrice && { hasNoPrice }) }
    }
    const isFurther = seen.has(row.id)
    seen.add(row.id)
    return isFurther ? { ...row, fields: onlyStock(row.fields) } : row
  })
}

const onlyStock = ({ stock_quantity }: Partial<ProductFields>) =>
  stock_quantity === undefined ? {} : { stock_quantity }

/** A row of a new product; a further row has the fields of the first, except for the stock. */
export function newRow(
  row: number,
  first: ProductRow | undefined,
  fields: Partial<ProductFields>,
  named: { lot: RowLot } | undefined,
): ProductRow {
  const { stock_quantity } = DEFAULTS
  const all = { ...DEFAULTS, ...first?.fields, stock_quantity, ...fields }
  const hasNoPrice = fields.price === undefined && (!first || (first.id === undefined && first.hasNoPrice))
  return {
    row,
    id: undefined,
    fields: all,
    ...named,
    ...(first && { sameAs: first.row }),
    ...(hasNoPrice && { hasNoPrice }),
  }
}

/**
 * The first row of the product that this further row names, or undefined if neither of the two is about a lot. For a
 * new product, which is named by its barcode, both must be about a lot.
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

/** Reports each field of a further row of a product that differs from its first row. */
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
