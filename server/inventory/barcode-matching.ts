import { spellingsOf } from '#contract/barcode-spellings.ts'
import { INVENTORY_COLUMNS, LOT_PLACES } from '#contract/inventory-columns.ts'
import type { Warehouse } from '#contract/products.ts'
import { takenBarcodes } from '../catalogue/products.ts'
import type { Database } from '../db/tables.ts'
import { type Cell, isBlank, type WorkbookRow } from '../documents/workbook.ts'
import { isUsable } from './cell-values.ts'
import { readBarcode } from './product-rows.ts'
import { idIn } from './row-ids.ts'

const [ID, BARCODE] = [INVENTORY_COLUMNS.indexOf('ID'), INVENTORY_COLUMNS.indexOf('Barkod')]

/**
 * The product that a row names by its barcode, which is given as the product has it. `repeats` is the number of another
 * row that names the same product and is imported instead: the one with its ID, else the first with its barcode.
 */
export type Match = { id: string; barcode: string; repeats: number | undefined }

/**
 * By row number, the products of a warehouse that rows without an ID name by their barcodes. `sheet` begins with the
 * header.
 */
export async function matchesByBarcode(
  db: Database,
  warehouse: Warehouse,
  sheet: WorkbookRow[],
  hasLots = false,
): Promise<Map<number, Match>> {
  const rows = sheet.slice(1).flatMap(({ row, cells }) => {
    const barcode = isBlank(cells[ID]) ? barcodeIn(cells[BARCODE]) : undefined
    return barcode === undefined ? [] : [{ row, spellings: spellingsOf(barcode) }]
  })
  const owners = await takenBarcodes(db, warehouse, [...new Set(rows.flatMap(({ spellings }) => spellings))])
  const matches = new Map<number, Match>()
  const lotRows = new Set(
    hasLots ? sheet.flatMap(({ row, cells }) => (isBlank(cells[LOT_PLACES.Parti]) ? [] : row)) : [],
  )
  const rowOf = rowsById(sheet.slice(1).filter(({ row }) => !lotRows.has(row)))
  for (const { row, spellings } of rows) {
    const barcode = spellings.find(spelling => owners.has(spelling))
    const id = owners.get(barcode ?? '')
    if (barcode === undefined || id === undefined) continue
    // Rows for different lots of a product are no repetitions.
    matches.set(row, { id, barcode, repeats: lotRows.has(row) ? undefined : rowOf.get(id) })
    // A row without a lot is the stock of the product, and applies beside those of its lots.
    if (!rowOf.has(id) && !lotRows.has(row)) rowOf.set(id, row)
  }
  return matches
}

/** The first row with each ID. */
function rowsById(rows: WorkbookRow[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const one of rows) {
    const id = idIn(one)
    if (id !== undefined && !first.has(id)) first.set(id, one.row)
  }
  return first
}

function barcodeIn(cell: Cell | undefined): string | undefined {
  if (cell === undefined || isBlank(cell) || !isUsable(cell)) return undefined
  const reading = readBarcode(cell)
  return 'value' in reading && reading.value !== null ? reading.value : undefined
}

/** The rows with the IDs (unless a row repeats another one) and the spelling of barcodes of the matched products. */
export const withMatches = (sheet: WorkbookRow[], matches: ReadonlyMap<number, Match>): WorkbookRow[] =>
  sheet.map(({ row, cells }) => {
    const match = matches.get(row)
    if (!match) return { row, cells }
    const matched = [...INVENTORY_COLUMNS.map((_, i) => cells[i] ?? null), ...cells.slice(INVENTORY_COLUMNS.length)]
    matched[ID] = match.repeats === undefined ? match.id : null
    matched[BARCODE] = match.barcode
    return { row, cells: matched }
  })

/** The rows that name the same product as another one: its row number by theirs. */
export const repeatedRows = (matches: ReadonlyMap<number, Match>): Map<number, number> =>
  new Map([...matches].flatMap(([row, { repeats }]) => (repeats === undefined ? [] : [[row, repeats] as const])))
