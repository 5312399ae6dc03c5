import { INVENTORY_COLUMNS } from '#contract/inventory.ts'
import type { Workbook, WorkbookRow } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'
import { type Heading, headingsIn, kindOfFirstRow, misplaced, placesByHeading } from './headings.ts'

/** How the columns are found, and what the first row is held for; by default by place, and the header. */
export type LayoutOptions = {
  columns?: 'places' | 'headings' | undefined
  first_row?: 'header' | 'product' | undefined
}

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
export function layOut(workbook: Pick<Workbook, 'rows' | 'otherSheets' | 'merged'>, reading: LayoutOptions): Layout {
  const [first, ...rest] = workbook.rows
  if (!first) return { rows: [], warnings: [] }
  const sheetWarnings = [...aboutOtherSheets(workbook.otherSheets), ...aboutMergedCells(workbook.merged)]
  if (reading.first_row === 'product') {
    if (reading.columns === 'headings') refuse('workbook_headings_unclear', 'İlk satır ürünse eşlenecek başlık yoktur')
    return { rows: [{ row: 0, cells: [] }, ...workbook.rows], warnings: sheetWarnings }
  }

  const headings = headingsIn(first.cells)
  if (reading.columns === 'headings') {
    const { order, sentence } = orderByHeadings(headings)
    const rows = rest.map(({ row, cells }) => ({ row, cells: order.map(index => cells[index ?? -1] ?? null) }))
    return { rows: [first, ...rows], warnings: [sentence, ...aboutUnread(headings, order), ...sheetWarnings] }
  }

  const kind = kindOfFirstRow(first.cells)
  const misplacedHeadings = kind === 'product' ? [] : misplaced(headings)
  if (misplacedHeadings.length > 0 && reading.columns === undefined)
    refuse('workbook_headings_misplaced', misplacedHeadings.map(misplacementMessage))
  const warnings = [...(kind === 'product' ? [] : aboutUnknown(headings)), ...sheetWarnings]
  if (kind === 'headings' || reading.first_row === 'header') return { rows: workbook.rows, warnings }
  const text = headings.map(heading => heading.text).join(' · ')
  return {
    rows: workbook.rows,
    warnings,
    doubtful: { row: first.row, text, looksLikeProduct: kind === 'product' },
  }
}

const misplacementMessage = ({ index, letters, text }: Heading) => {
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
  const descriptions = unknown.map(heading => {
    const place = INVENTORY_COLUMNS[heading.index]
    return `${quoted(heading)} (${place ? `${place} sayılır` : 'okunmaz'})`
  })
  return descriptions.length > 0 ? [`Tanınmayan başlıklar: ${listed(descriptions)}.`] : []
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

/** The first of many, and how many more there are. */
function listed(all: string[], count = all.length): string {
  const more = count - Math.min(all.length, MAX_LISTED)
  return all.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` ve ${more} tane daha` : '')
}
