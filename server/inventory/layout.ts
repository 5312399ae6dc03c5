import { REFUSED_ROW_HEADINGS } from '#contract/import-runs.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory.ts'
import type { Workbook, WorkbookRow } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'
import { type Heading, headingsIn, kindOfFirstRow, misplaced, placesByHeading } from './headings.ts'

/** How columns are located, and whether the first row is the header; by position and header by default. */
export type LayoutOptions = {
  columns?: 'places' | 'headings' | undefined
  first_row?: 'header' | 'product' | undefined
}

export type Layout = {
  /** The sheet with its columns in inventory order, after a header row. */
  rows: WorkbookRow[]
  /** Turkish messages about columns that were not read, or not as their heading suggests. */
  warnings: string[]
  /** The first row if it has no known heading and the request does not say what it is. */
  doubtful?: { row: number; text: string; looksLikeProduct: boolean }
}

/**
 * Arranges the columns of a sheet in inventory order. Refuses misplaced headings with `workbook_headings_misplaced`,
 * unless the request says whether headings or positions count.
 */
export function layOut(workbook: Pick<Workbook, 'rows' | 'otherSheets' | 'merged'>, options: LayoutOptions): Layout {
  const above = options.first_row === 'product' ? 0 : titleRows(workbook.rows)
  const sheet = workbook.rows.slice(above)
  const [first, ...rest] = sheet
  if (!first) return { rows: [], warnings: [] }
  const sheetWarnings = [
    ...aboutTitle(workbook.rows.slice(0, above)),
    ...aboutOtherSheets(workbook.otherSheets),
    ...aboutMergedCells(workbook.merged),
  ]
  if (options.first_row === 'product') {
    if (options.columns === 'headings') refuse('workbook_headings_unclear', 'İlk satır ürünse eşlenecek başlık yoktur')
    return { rows: [{ row: 0, cells: [] }, ...sheet], warnings: sheetWarnings }
  }

  const headings = headingsIn(first.cells)
  if (options.columns === 'headings') {
    const { order, sentence } = orderByHeadings(headings)
    const rows = rest.map(({ row, cells }) => ({ row, cells: order.map(index => cells[index ?? -1] ?? null) }))
    return { rows: [first, ...rows], warnings: [sentence, ...aboutUnread(headings, order), ...sheetWarnings] }
  }

  const kind = kindOfFirstRow(first.cells)
  const misplacedHeadings = kind === 'product' ? [] : misplaced(headings)
  if (misplacedHeadings.length > 0 && options.columns === undefined)
    refuse('workbook_headings_misplaced', misplacedHeadings.map(misplacementMessage))
  const warnings = [...(kind === 'product' ? [] : aboutUnknown(headings)), ...sheetWarnings]
  if (kind === 'headings' || options.first_row === 'header') return { rows: sheet, warnings }
  const text = headings.map(heading => heading.text).join(' · ')
  return {
    rows: sheet,
    warnings,
    doubtful: { row: first.row, text, looksLikeProduct: kind === 'product' },
  }
}

/** A title above the headings has at most so many rows, with so many cells filled in each. */
const TITLE = { rows: 10, cells: 3 }
/** So many headings in one row are no coincidence. */
const CERTAIN_HEADINGS = 3

/** How many rows stand above the headings: a title, a company's name, a date. */
function titleRows(rows: WorkbookRow[]): number {
  const filled = rows.slice(0, TITLE.rows + 1).map(({ cells }) => headingsIn(cells))
  const headings = filled.findIndex(row => row.filter(({ names }) => names.length > 0).length >= CERTAIN_HEADINGS)
  const isTitle = filled.slice(0, Math.max(0, headings)).every(row => row.length <= TITLE.cells)
  return headings > 0 && isTitle ? headings : 0
}

const misplacementMessage = ({ index, letters, text }: Heading) => {
  const place = INVENTORY_COLUMNS[index]
  return `${letters} sütununun başlığı “${text}”, ${place ? `burada ${place} beklenir` : 'bu sütun okunmaz'}`
}

/** The columns that tell which product a row is about; one of them is enough. */
const IDENTIFYING = ['ID', 'Ürün Adı', 'Barkod'] as const

/** The cell index of each inventory column, and a Turkish message that describes the mapping. */
function orderByHeadings(headings: Heading[]) {
  const { places, twice } = placesByHeading(headings)
  for (const [column, all] of twice) {
    const where = all.map(({ letters, text }) => `${letters} “${text}”`).join(', ')
    refuse('workbook_headings_unclear', `${column} birden çok sütunun başlığı: ${where}. Birinin başlığını değiştirin`)
  }
  if (!IDENTIFYING.some(column => places.has(column)))
    refuse('workbook_headings_unclear', 'İlk satırda Ürün Adı, Barkod veya ID başlığı bulunamadı')
  const found = INVENTORY_COLUMNS.filter(column => places.has(column))
  const absent = INVENTORY_COLUMNS.filter(column => !places.has(column))
  const mapped = found.map(column => `${column} ${places.get(column)?.letters}`).join(', ')
  const missing = absent.length > 0 ? ` Dosyada bulunmayanlar: ${absent.join(', ')}.` : ''
  return {
    order: INVENTORY_COLUMNS.map(column => places.get(column)?.index),
    sentence: `Sütunlar başlıklarına göre eşlendi: ${mapped}.${missing}`,
  }
}

function aboutUnread(headings: Heading[], order: (number | undefined)[]): string[] {
  const unread = headings.filter(({ index }) => !order.includes(index))
  return unread.length > 0 ? [`Okunmayan sütunlar: ${listed(unread.map(quoted))}.`] : []
}

/** Warns, when reading by position, of unknown headings and of columns beyond the ninth, except the portal's own. */
function aboutUnknown(headings: Heading[]): string[] {
  const isOwn = ({ index, text }: Heading) =>
    index >= INVENTORY_COLUMNS.length && REFUSED_ROW_HEADINGS.some(heading => heading === text)
  const unknown = headings.filter(
    heading => (heading.names.length === 0 || heading.index >= INVENTORY_COLUMNS.length) && !isOwn(heading),
  )
  const descriptions = unknown.map(heading => {
    const place = INVENTORY_COLUMNS[heading.index]
    return `${quoted(heading)} (${place ? `${place} sayılır` : 'okunmaz'})`
  })
  return descriptions.length > 0 ? [`Tanınmayan başlıklar: ${listed(descriptions)}.`] : []
}

function aboutTitle(rows: WorkbookRow[]): string[] {
  const texts = rows.flatMap(({ cells }) => headingsIn(cells).map(({ text }) => `“${text}”`))
  return texts.length > 0 ? [`Başlıkların üstünde kalıp okunmayan: ${listed(texts)}.`] : []
}

function aboutOtherSheets(names: string[]): string[] {
  if (names.length === 0) return []
  return [`Yalnızca ilk sayfa okunur. Okunmayan sayfalar: ${listed(names.map(name => `“${name}”`))}.`]
}

function aboutMergedCells({ ranges, count }: Workbook['merged']): string[] {
  if (count === 0) return []
  return [`Birleştirilmiş hücreler: ${listed(ranges, count)}. Değerleri yalnızca sol üstteki hücre için geçerlidir.`]
}

const quoted = ({ letters, text }: Heading) => `${letters} “${text}”`

const MAX_LISTED = 10

/** Joins the first few items and adds how many more there are. */
function listed(all: string[], count = all.length): string {
  const more = count - Math.min(all.length, MAX_LISTED)
  return all.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` ve ${more} tane daha` : '')
}
