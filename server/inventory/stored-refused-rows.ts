import { INVENTORY_COLUMNS, LOT_PLACES } from '#contract/inventory-columns.ts'
import { formatDay } from '#contract/turkish.ts'
import { isExcelError } from '../documents/excel-errors.ts'
import { type Cell, isBlank, MAX_TEXT_LENGTH, type WorkbookRow } from '../documents/workbook.ts'
import type { StoredRow } from '../import-runs/runs.ts'
import { asText } from './cell-values.ts'
import type { ProductState } from './import-plan.ts'
import type { ImportColumn, RowError } from './imported-rows.ts'

/** The rows of a workbook, as they are in the file, by row number. */
type Source = ReadonlyMap<number, Cell[]>
export const sourceOf = (sheet: WorkbookRow[]): Source => new Map(sheet.map(({ row, cells }) => [row, cells]))

const [ID, NAME] = [INVENTORY_COLUMNS.indexOf('ID'), INVENTORY_COLUMNS.indexOf('Ürün Adı')]

/** The name in a row of the file, or else the name of the product with the row's ID; null if it has neither. */
export function nameIn(cells: Cell[] | undefined, present: ReadonlyMap<string, ProductState>): string | null {
  const name = textOf(cells?.[NAME])
  if (name !== null) return shortened(name)
  return present.get(textOf(cells?.[ID])?.toLowerCase() ?? '')?.name ?? null
}

/** The refused rows with their cells and the values at fault, in the order of the file. */
export function refusedRows(
  errors: RowError[],
  source: Source,
  present: ReadonlyMap<string, ProductState>,
  hasLots: boolean,
): StoredRow[] {
  const rows = new Map<number, StoredRow>()
  for (const { row, column, message } of errors) {
    const cells = source.get(row)
    const refused = rows.get(row) ?? { row, name: nameIn(cells, present), cells: storable(cells, hasLots), faults: [] }
    const value = textOf(cells?.[cellIndexOf(column)])
    refused.faults.push({
      column,
      value: value === null ? null : shortened(value),
      message: message.replace(/^Satır \d+: /, ''),
    })
    rows.set(row, refused)
  }
  return [...rows.values()]
}

function textOf(cell: Cell | undefined): string | null {
  if (cell === undefined || isBlank(cell)) return null
  if (cell instanceof Date) return formatDay(cell.toISOString().slice(0, 10))
  if (typeof cell === 'boolean') return cell ? 'DOĞRU' : 'YANLIŞ'
  if (typeof cell === 'object') return cell.error
  return typeof cell === 'number' ? asText(cell).replace('.', ',') : asText(cell)
}

const cellIndexOf = (column: ImportColumn) =>
  column === 'Parti' || column === 'SKT' || column === 'TETT' ? LOT_PLACES[column] : INVENTORY_COLUMNS.indexOf(column)

const MAX_SHOWN_LENGTH = 200
const shortened = (text: string) => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text)

/** Excel's error of a value whose kind does not fit. */
const WRONG_KIND = '#VALUE!'

/**
 * The cells of the product and of its lot, as numbers and texts, of which the names of errors are written as errors. A
 * text is cut two characters above the limit, so that it is still too long if the last one is half of a surrogate pair,
 * which is not stored.
 */
const storable = (cells: Cell[] = [], hasLots: boolean) =>
  [...INVENTORY_COLUMNS, ...(hasLots ? Object.keys(LOT_PLACES) : [])].map((column, i) => {
    const cell = cells[i] ?? null
    if (cell === null || typeof cell === 'number') return cell
    if (typeof cell === 'string') return cell.slice(0, MAX_TEXT_LENGTH + 2)
    if (cell instanceof Date && (column === 'SKT' || column === 'TETT')) return textOf(cell)
    // Refused values are written as Excel errors: written as text, the next import would take them for a valid brand or
    // barcode.
    const error = typeof cell === 'object' && 'error' in cell ? cell.error : WRONG_KIND
    return isExcelError(error) ? error : WRONG_KIND
  })
