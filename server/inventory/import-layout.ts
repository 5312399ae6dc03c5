import { REFUSED_ROW_HEADINGS } from '#contract/import-runs.ts'
import { INVENTORY_COLUMNS, LOT_PLACES, type LotColumn } from '#contract/inventory-columns.ts'
import { columnLetters, listed, sheetWarnings, titleRows, unknownHeadingWarnings } from '../documents/headings.ts'
import type { Workbook, WorkbookRow } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'
import { LOTS_SHEET_NOTES } from '../lots/lots-workbook.ts'
import {
  findMisplacedHeadings,
  type Heading,
  headingsByColumn,
  headingsIn,
  isKnownHeading,
  kindOfFirstRow,
  lotHeadings,
} from './headings.ts'

/** How columns are located, and whether the first row is the header; by position and header by default. */
type LayoutOptions = {
  columns?: 'places' | 'headings' | undefined
  first_row?: 'header' | 'product' | undefined
}

export type Layout = {
  /** The sheet with its columns in inventory order, after a header row. */
  rows: WorkbookRow[]
  /** Turkish messages about columns that were not read, or not as their heading suggests. */
  warnings: string[]
  /** Whether the rows have columns of lots, which then follow those of a product. */
  hasLots: boolean
  /** The first row if it has no known heading and the request does not say what it is. */
  doubtful?: { row: number; text: string; looksLikeProduct: boolean }
}

/**
 * Arranges the columns of a sheet in inventory order. Refuses misplaced headings with `workbook_headings_misplaced`,
 * unless the request says whether headings or positions count.
 */
export function layOut(workbook: Omit<Workbook, 'properties'>, options: LayoutOptions): Layout {
  const above = options.first_row === 'product' ? 0 : titleRows(workbook.rows, isKnownHeading)
  const sheet = workbook.rows.slice(above)
  const [first, ...rest] = sheet
  if (!first) return { rows: [], warnings: [], hasLots: false }
  const aboutSheet = [...titleWarnings(workbook.rows.slice(0, above)), ...sheetWarnings(workbook)]
  if (options.first_row === 'product') {
    if (options.columns === 'headings') refuse('workbook_headings_unclear', 'İlk satır ürünse eşlenecek başlık yoktur')
    return { rows: [{ row: 0, cells: [] }, ...sheet], warnings: aboutSheet, hasLots: false }
  }

  const headings = headingsIn(first.cells)
  if (options.columns === 'headings') {
    const lots = lotHeadings(headings, true)
    const { order, sentence } = orderByHeadings(headings, lots)
    const places = lots.size > 0 ? [...order, ...placesOf(lots)] : order
    const rows = rest.map(({ row, cells }) => ({ row, cells: places.map(index => cells[index ?? -1] ?? null) }))
    return {
      rows: [first, ...rows],
      warnings: [sentence, ...unreadColumnWarnings(headings, places), ...aboutSheet],
      hasLots: lots.size > 0,
    }
  }

  const kind = kindOfFirstRow(first.cells)
  const misplacedHeadings = kind === 'product' ? [] : findMisplacedHeadings(headings)
  if (misplacedHeadings.length > 0 && options.columns === undefined)
    refuse('workbook_headings_misplaced', misplacedHeadings.map(misplacementMessage), ARRANGE)
  const lots = kind === 'product' ? new Map<LotColumn, Heading>() : lotHeadings(headings, false)
  const warnings = [...(kind === 'product' ? [] : unknownHeadingWarnings(unknownOf(headings, lots))), ...aboutSheet]
  if (kind === 'headings' || options.first_row === 'header')
    return { rows: withLots(sheet, lots), warnings, hasLots: lots.size > 0 }
  const text = headings.map(heading => heading.text).join(' · ')
  return {
    rows: sheet,
    warnings,
    hasLots: false,
    doubtful: { row: first.row, text, looksLikeProduct: kind === 'product' },
  }
}

const LAST = columnLetters(INVENTORY_COLUMNS.length - 1)
const ARRANGE = `Sütunları A–${LAST} sırasına getirin veya başlıklarına göre eşleyin`

const misplacementMessage = ({ index, letters, text }: Heading) => {
  const place = INVENTORY_COLUMNS[index]
  return `${letters} sütununun başlığı “${text}”, ${place ? `burada ${place} beklenir` : 'bu sütun okunmaz'}`
}

const placesOf = (lots: ReadonlyMap<LotColumn, Heading>) =>
  (Object.keys(LOT_PLACES) as LotColumn[]).map(column => lots.get(column)?.index)

/** The rows with the columns of lots after those of a product; unchanged if there are none. */
function withLots(sheet: WorkbookRow[], lots: ReadonlyMap<LotColumn, Heading>): WorkbookRow[] {
  if (lots.size === 0) return sheet
  const places = [...INVENTORY_COLUMNS.map((_, i) => i), ...placesOf(lots)]
  return sheet.map(({ row, cells }) => ({ row, cells: places.map(index => cells[index ?? -1] ?? null) }))
}

/** The columns that identify the product of a row; one of them is enough. */
const IDENTIFYING = ['ID', 'Ürün Adı', 'Barkod'] as const

/** The cell index of each inventory column, and a Turkish message that describes the mapping. */
function orderByHeadings(headings: Heading[], lots: ReadonlyMap<LotColumn, Heading>) {
  const { byColumn, competing } = headingsByColumn(headings)
  for (const [column, all] of competing) {
    const where = all.map(({ letters, text }) => `${letters} “${text}”`).join(', ')
    refuse('workbook_headings_unclear', `${column} birden çok sütunun başlığı: ${where}. Birinin başlığını değiştirin`)
  }
  if (!IDENTIFYING.some(column => byColumn.has(column)))
    refuse('workbook_headings_unclear', 'İlk satırda Ürün Adı, Barkod veya ID başlığı bulunamadı')
  const found = INVENTORY_COLUMNS.filter(column => byColumn.has(column))
  const absent = INVENTORY_COLUMNS.filter(column => !byColumn.has(column))
  const mapped = [
    ...found.map(column => `${column} ${byColumn.get(column)?.letters}`),
    ...[...lots].map(([column, { letters }]) => `${column} ${letters}`),
  ].join(', ')
  const missing = absent.length > 0 ? ` Dosyada bulunmayanlar: ${absent.join(', ')}.` : ''
  return {
    order: INVENTORY_COLUMNS.map(column => byColumn.get(column)?.index),
    sentence: `Sütunlar başlıklarına göre eşlendi: ${mapped}.${missing}`,
  }
}

function unreadColumnWarnings(headings: Heading[], order: (number | undefined)[]): string[] {
  const unread = headings.filter(({ index }) => !order.includes(index))
  return unread.length > 0 ? [`Okunmayan sütunlar: ${listed(unread.map(quoted))}.`] : []
}

/** The unknown headings when reading by position, and those of columns beyond the last, except the portal's own. */
function unknownOf(headings: Heading[], lots: ReadonlyMap<LotColumn, Heading>) {
  const read = new Set(lots.values())
  const isOwn = (heading: Heading) =>
    read.has(heading) || (heading.index >= INVENTORY_COLUMNS.length && OWN_HEADINGS.some(own => own === heading.text))
  return headings
    .filter(heading => (heading.names.length === 0 || heading.index >= INVENTORY_COLUMNS.length) && !isOwn(heading))
    .map(({ index, letters, text }) => ({ letters, text, place: INVENTORY_COLUMNS[index] }))
}

function titleWarnings(rows: WorkbookRow[]): string[] {
  const texts = rows.flatMap(({ cells }) => headingsIn(cells).map(({ text }) => `“${text}”`))
  return texts.length > 0 ? [`Başlıkların üstünde kalıp okunmayan: ${listed(texts)}.`] : []
}

/** Headings of columns that the portal adds to its own workbooks of refused rows and of lots, and that are not read. */
const OWN_HEADINGS: readonly string[] = [...REFUSED_ROW_HEADINGS, ...LOTS_SHEET_NOTES]

const quoted = ({ letters, text }: Heading) => `${letters} “${text}”`
