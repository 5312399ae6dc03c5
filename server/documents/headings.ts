import type { Cell, WorkbookRow } from './workbook.ts'

/** The most rows of a title above the headings, and the most filled cells in each. */
const TITLE = { rows: 10, cells: 3 }
/** The number of known headings from which on a row is taken for the row of headings. */
const CERTAIN_HEADINGS = 3

/** The number of rows above the headings of a sheet, such as a title, a company's name or a date. */
export function titleRows(sheet: readonly WorkbookRow[], isHeading: (cell: Cell) => boolean): number {
  const first = sheet.slice(0, TITLE.rows + 1).map(({ cells }) => cells.filter(isFilled))
  const headings = first.findIndex(cells => cells.filter(isHeading).length >= CERTAIN_HEADINGS)
  const isTitle = first.slice(0, Math.max(0, headings)).every(cells => cells.length <= TITLE.cells)
  return headings > 0 && isTitle ? headings : 0
}

const isFilled = (cell: Cell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== '')

/** The letters of a column by its index from 0: A, B … Z, AA … */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
