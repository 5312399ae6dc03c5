import { INVENTORY_COLUMNS } from '#contract/inventory.ts'
import type { Workbook, WorkbookRow } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'
import { type Heading, headingsIn, kindOfFirstRow, misplaced, placesByHeading } from './headings.ts'

/** How the columns are found, and what the first row is held for; by default by place, and the header. */
export type Reading = { columns?: 'places' | 'headings' | undefined; first_row?: 'header' | 'product' | undefined }

export type Layout = {
  /** The sheet with its columns in the order of the inventory's, a header first. */
  rows: WorkbookRow[]
  /** What was not read, or read otherwise than its heading says, in sentences. */
  warnings: string[]
  /** The first row where none of the nine headings stands in it and nobody has said yet what it is. */
  doubtful?: { row: number; text: string; looksLikeProduct: boolean }
}

/**
 * Brings the columns of a sheet into the inventory's order. Refuses headings that stand in each other's places, unless
 * the columns are to be found by them or it was said that places count.
 */
export function layOut(workbook: Pick<Workbook, 'rows' | 'otherSheets' | 'merged'>, reading: Reading): Layout {
  const above = reading.first_row === 'product' ? 0 : titleRows(workbook.rows)
  const sheet = workbook.rows.slice(above)
  const [first, ...rest] = sheet
  if (!first) return { rows: [], warnings: [] }
  const around = [
    ...aboutTitle(workbook.rows.slice(0, above)),
    ...aboutOtherSheets(workbook.otherSheets),
    ...aboutMergedCells(workbook.merged),
  ]
  if (reading.first_row === 'product') {
    if (reading.columns === 'headings') refuse('workbook_headings_unclear', 'İlk satır ürünse eşlenecek başlık yoktur')
    return { rows: [{ row: 0, cells: [] }, ...sheet], warnings: around }
  }

  const headings = headingsIn(first.cells)
  if (reading.columns === 'headings') {
    const { order, sentence } = orderByHeadings(headings)
    const rows = rest.map(({ row, cells }) => ({ row, cells: order.map(index => cells[index ?? -1] ?? null) }))
    return { rows: [first, ...rows], warnings: [sentence, ...aboutUnread(headings, order), ...around] }
  }

  const kind = kindOfFirstRow(first.cells)
  const wrong = kind === 'product' ? [] : misplaced(headings)
  if (wrong.length > 0 && reading.columns === undefined) refuse('workbook_headings_misplaced', wrong.map(asMisplaced))
  const warnings = [...(kind === 'product' ? [] : aboutUnknown(headings)), ...around]
  if (kind === 'headings' || reading.first_row === 'header') return { rows: sheet, warnings }
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
const CERTAIN = 3

/** How many rows stand above the headings: a title, a company's name, a date. */
function titleRows(rows: WorkbookRow[]): number {
  const filled = rows.slice(0, TITLE.rows + 1).map(({ cells }) => headingsIn(cells))
  const headings = filled.findIndex(row => row.filter(({ names }) => names.length > 0).length >= CERTAIN)
  const isTitle = filled.slice(0, Math.max(0, headings)).every(row => row.length <= TITLE.cells)
  return headings > 0 && isTitle ? headings : 0
}

const asMisplaced = ({ index, letters, text }: Heading) => {
  const place = INVENTORY_COLUMNS[index]
  return `${letters} sütununun başlığı “${text}”, ${place ? `burada ${place} beklenir` : 'bu sütun okunmaz'}`
}

/** The index of the cell for each of the inventory's columns, and a sentence that says so. */
function orderByHeadings(headings: Heading[]) {
  const { places, twice } = placesByHeading(headings)
  for (const [column, all] of twice) {
    const where = all.map(({ letters, text }) => `${letters} “${text}”`).join(', ')
    refuse('workbook_headings_unclear', `${column} birden çok sütunun başlığı: ${where}. Birinin başlığını değiştirin`)
  }
  if (!places.has('Ürün Adı') && !places.has('ID'))
    refuse('workbook_headings_unclear', 'İlk satırda Ürün Adı veya ID başlığı bulunamadı')
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

/** By place: the headings that are none of the nine, and the columns beyond the ninth. */
function aboutUnknown(headings: Heading[]): string[] {
  const unknown = headings.filter(({ index, names }) => names.length === 0 || index >= INVENTORY_COLUMNS.length)
  const told = unknown.map(heading => {
    const place = INVENTORY_COLUMNS[heading.index]
    return `${quoted(heading)} (${place ? `${place} sayılır` : 'okunmaz'})`
  })
  return told.length > 0 ? [`Tanınmayan başlıklar: ${listed(told)}.`] : []
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

const MOST_LISTED = 10

/** The first of many, and how many more there are. */
function listed(all: string[], count = all.length): string {
  const more = count - Math.min(all.length, MOST_LISTED)
  return all.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` ve ${more} tane daha` : '')
}
