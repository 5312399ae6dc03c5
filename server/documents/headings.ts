import { formatNumber } from '#contract/money.ts'
import { type Cell, isTooLong, LIMITS, type SheetExtras, type WorkbookRow } from './workbook.ts'

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

const MAX_HEADING = 40

/** The text of a heading as messages show it. */
export function headingText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'object') return cell.error
  const text = typeof cell === 'string' && isTooLong(cell) ? cell.slice(0, MAX_HEADING) : String(cell)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_HEADING ? `${line.slice(0, MAX_HEADING - 1)}…` : line
}

// Turkish warnings about what an import does not read as it looks in the file.

/** Warns of visible sheets besides the one that is read, of its columns and cells that are not, and of hidden rows. */
export const sheetWarnings = ({
  otherSheets,
  hasMoreColumns,
  merged,
  hidden,
}: Omit<SheetExtras, 'properties'>): string[] => [
  ...(otherSheets.length > 0
    ? [`Yalnızca ilk sayfa okunur. Okunmayan sayfalar: ${listed(otherSheets.map(name => `“${name}”`))}.`]
    : []),
  ...(hasMoreColumns ? [`Yalnızca ilk ${LIMITS.columns} sütun okunur; sağındaki sütunlar okunmadı.`] : []),
  // All cells of a merged range but the first are blank.
  ...(merged.count > 0
    ? [
        `Birleştirilmiş hücreler: ${listed(merged.ranges, merged.count)}. Değerleri yalnızca sol üstteki hücre için geçerlidir.`,
      ]
    : []),
  // Those that a filter hides are read, too.
  ...(hidden.count > 0
    ? [`Gizli ${formatNumber(hidden.count)} satır da okunur: ${listed(hidden.rows.map(String), hidden.count)}.`]
    : []),
]

/** Warns of headings that name no column; `place` is the column that is read at their position, if any. */
export function unknownHeadingWarnings(
  headings: readonly { letters: string; text: string; place: string | undefined }[],
): string[] {
  const shown = headings.map(
    ({ letters, text, place }) => `${letters} “${text}” (${place ? `${place} sayılır` : 'okunmaz'})`,
  )
  return shown.length > 0 ? [`Tanınmayan başlıklar: ${listed(shown)}.`] : []
}

const MAX_LISTED = 10

/** Joins the first few items and adds how many more there are. */
export function listed(all: readonly string[], count = all.length): string {
  const more = count - Math.min(all.length, MAX_LISTED)
  return all.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` ve ${more} tane daha` : '')
}
