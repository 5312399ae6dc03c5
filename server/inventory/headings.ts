import { UNITS } from '#contract/catalogue.ts'
import {
  ID_COLUMN,
  INVENTORY_COLUMNS,
  type InventoryColumn,
  LOT_COLUMNS,
  type LotColumn,
} from '#contract/inventory-columns.ts'
import { columnOf, IMPORTED_FIELDS } from '#contract/product-fields.ts'
import { fold } from '#contract/turkish.ts'
import { columnLetters, headingText } from '../documents/headings.ts'
import type { Cell } from '../documents/workbook.ts'

/** A non-empty cell of the first row: its column letters, its text, and the inventory columns that it may name. */
export type Heading = { index: number; letters: string; text: string; names: readonly InventoryColumn[] }

/** The columns by the spellings of their headings, which `contract/product-fields.ts` lists. */
const NAMED = new Map<string, InventoryColumn[]>()
for (const { heading, spellings } of [ID_COLUMN, ...IMPORTED_FIELDS.map(columnOf)]) {
  for (const spelling of spellings.split(', ')) NAMED.set(spelling, [...(NAMED.get(spelling) ?? []), heading])
}

const LOT_NAMES = new Map(
  (Object.keys(LOT_COLUMNS) as LotColumn[]).flatMap(column =>
    LOT_COLUMNS[column].spellings.split(', ').map((spelling): [string, LotColumn] => [spelling, column]),
  ),
)

/**
 * The first heading of each of a lot's columns; none without that of its code, as a date names no lot. Columns that are
 * read by their places are not searched for them.
 */
export function lotHeadings(headings: Heading[], isByHeadings: boolean): Map<LotColumn, Heading> {
  const found = new Map<LotColumn, Heading>()
  for (const heading of headings) {
    const column = LOT_NAMES.get(keyOf(heading.text))
    if (!column || found.has(column) || (!isByHeadings && heading.index < INVENTORY_COLUMNS.length)) continue
    found.set(column, heading)
  }
  return found.has('Parti') ? found : new Map()
}

/**
 * The normalized heading without its parentheses: `KDV (%)`, `kdv %` and `KDV` are the same, and so are `Fiyat (TL)`
 * and `FİYAT`.
 */
const keyOf = (text: string) =>
  fold(text)
    .replace(IN_PARENTHESES, ' ')
    .replace(/[^a-z0-9$€£]+/g, ' ')
    .trim()
    .replace(/ (?:tl|try)$/, '')

const IN_PARENTHESES = /\([^)]*\)/g

/**
 * The inventory columns that a heading may name. A price or stock with a parenthesis that may change its meaning, such
 * as a price with VAT or in dollars, or a stock in boxes, is not ours.
 */
function namesOf(text: string): readonly InventoryColumn[] {
  const names = NAMED.get(keyOf(text)) ?? []
  const inParentheses = fold(text).match(IN_PARENTHESES) ?? []
  const isOurs = (name: InventoryColumn) => inParentheses.every(one => (HARMLESS[name] ?? EXCLUSIVE).test(one))
  return names.every(isOurs) ? names : []
}

/** The folded parentheses that leave the meaning of a column's heading as it is. */
const HARMLESS: Partial<Record<InventoryColumn, RegExp>> = {
  Fiyat:
    /^(?:(?:tl|try|turk lirasi|net|adet|birim|haric|(?:\+ ?)?(?:kdv|vergi) ?(?:haric|['’]?siz)|\+ ?kdv|excl|excl\.? ?vat|zorunlu|opsiyonel|istege bagli)\b|[()\s%₺.,;/+-])*$/,
  Stok: /^(?:(?:kg|adet|birim|net|zorunlu|opsiyonel|istege bagli)\b|[()\s.,;/+-])*$/,
}

/** Those that are harmless elsewhere: a column such as `KDV (dahil)` holds no rate. */
const EXCLUSIVE = /^(?!.*(?:dahil|incl|brut|gross))/

/** The headings in the first row of a sheet. */
export function headingsIn(cells: Cell[]): Heading[] {
  return cells.flatMap((cell, index) => {
    const text = headingText(cell)
    if (text === '') return []
    return [{ index, letters: columnLetters(index), text, names: namesOf(text) }]
  })
}

/** Whether a cell names an inventory column. */
export const isKnownHeading = (cell: Cell) => headingsIn([cell]).some(({ names }) => names.length > 0)

/**
 * Whether the first row holds headings (at least one known heading), looks like a product (no known heading, but a
 * number or a date), or is unclear.
 */
export function kindOfFirstRow(cells: Cell[]): 'headings' | 'product' | 'unclear' {
  // ADET is also a unit of products, so it does not indicate a heading.
  const isHeading = ({ text, names }: Heading) => names.length > 0 && !UNITS.some(unit => unit === text.toUpperCase())
  if (headingsIn(cells).some(isHeading)) return 'headings'
  return cells.some(holdsData) ? 'product' : 'unclear'
}

const holdsData = (cell: Cell) =>
  typeof cell === 'number' || cell instanceof Date || (typeof cell === 'string' && NUMBER.test(cell.slice(0, 100)))

const NUMBER = /^[\s%₺]*\d[\d.,\s]*(?:%|₺|TL|TRY)?\s*$/i

/**
 * The headings that name a column other than the one at their position. A heading to the right of the inventory columns
 * is left out if the column that it names has another heading at that column's position: then it belongs to an extra
 * column.
 */
export function findMisplacedHeadings(headings: Heading[]): Heading[] {
  return headings.filter(({ index, names }) => {
    const place = INVENTORY_COLUMNS[index]
    if (names.length === 0 || (place && names.includes(place))) return false
    return place !== undefined || !names.some(name => headings.some(other => isInOwnPlace(other, name)))
  })
}

const isInOwnPlace = ({ index, names }: Heading, column: InventoryColumn) =>
  INVENTORY_COLUMNS[index] === column && names.includes(column)

/** The heading of each column, and by column the `competing` headings if several could name it. */
export function headingsByColumn(headings: Heading[]): {
  byColumn: Map<InventoryColumn, Heading>
  competing: Map<InventoryColumn, Heading[]>
} {
  const byColumn = new Map<InventoryColumn, Heading>()
  const competing = new Map<InventoryColumn, Heading[]>()
  // An ambiguous heading gets the column that is left, preferring the quantity.
  const certainFirst = headings
    .filter(({ names }) => names.length > 0)
    .toSorted((a, b) => a.names.length - b.names.length || a.index - b.index)
  for (const heading of certainFirst) {
    const free = heading.names.toReversed().find(name => !byColumn.has(name))
    const [claimed] = heading.names.slice(-1)
    if (free) byColumn.set(free, heading)
    else if (claimed) competing.set(claimed, [...(competing.get(claimed) ?? [byColumn.get(claimed)!]), heading])
  }
  return { byColumn, competing }
}
