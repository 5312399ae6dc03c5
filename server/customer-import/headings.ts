import { CUSTOMER_COLUMNS } from '#contract/customer-import.ts'
import { fold } from '#contract/turkish.ts'
import { columnLetters, headingText, sheetWarnings, titleRows, unknownHeadingWarnings } from '../documents/headings.ts'
import type { Cell, Workbook, WorkbookRow } from '../documents/workbook.ts'
import { refuse } from '../http/refusal.ts'

type Column = (typeof CUSTOMER_COLUMNS)[number]

/** The columns by the usual spellings of their headings, as `keyOf` returns them. */
const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  'Kullanıcı Adı': ['kullanici adi', 'kullanici', 'username'],
  'Firma Adı': ['firma adi', 'firma', 'sirket', 'unvan'],
  'E-posta': ['e posta', 'eposta', 'e mail', 'email', 'mail'],
  Telefon: ['telefon', 'tel', 'gsm'],
  Adres: ['adres'],
  Şifre: ['sifre', 'parola'],
  Pazarlamacı: ['pazarlamaci', 'plasiyer'],
}
const NAMED = new Map(CUSTOMER_COLUMNS.flatMap(column => COLUMNS[column].map(key => [key, column] as const)))

const MAX_LENGTH = 40
const keyOf = (text: string) =>
  fold(text.slice(0, MAX_LENGTH))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The column that a cell names. */
const columnIn = (cell: Cell) => (typeof cell === 'string' ? NAMED.get(keyOf(cell)) : undefined)

/** Why the first row is not read if it has no heading; without its text, as it may be a customer with a password. */
const UNREAD = 'İlk satır başlık sayıldığı için okunmadı; müşteriyse üstüne başlık satırı ekleyin'

/** The part of a workbook that is read, and Turkish warnings about what is not. */
type CustomerRows = { rows: WorkbookRow[]; unread?: { row: number; error: string }; warnings: string[] }

/**
 * The rows below the headings, which are the first row or stand below a title. `unread` is a first row that has an
 * e-mail address and no heading. Headings in other columns than their own are refused.
 */
export function belowHeadings({ rows: sheet, ...about }: Workbook): CustomerRows {
  const at = titleRows(sheet, cell => columnIn(cell) !== undefined)
  const first = sheet[at]
  const columns = (first?.cells ?? []).map(columnIn)
  const faults = columns.flatMap((column, index) => {
    const place = CUSTOMER_COLUMNS[index]
    if (!column || column === place) return []
    if (!place && columns[CUSTOMER_COLUMNS.indexOf(column)] === column) return []
    return [
      `${column} başlığı ${columnLetters(index)} yerine ${columnLetters(CUSTOMER_COLUMNS.indexOf(column))} sütununda olmalıdır`,
    ]
  })
  if (faults.length > 0) refuse('workbook_headings_misplaced', faults, 'Sütunları şablondaki sıraya getirin')
  const below = { rows: sheet.slice(at + 1), warnings: sheetWarnings(about) }
  if (!first) return below
  if (columns.some(Boolean))
    return { ...below, warnings: [...unknownHeadingWarnings(unknownHeadings(first.cells)), ...below.warnings] }
  if (first.cells.some(cell => typeof cell === 'string' && EMAIL.test(cell)))
    return { ...below, unread: { row: first.row, error: UNREAD } }
  return { ...below, warnings: [`${UNREAD}.`, ...below.warnings] }
}

const unknownHeadings = (cells: readonly Cell[]) =>
  cells.flatMap((cell, index) => {
    const [text, place] = [headingText(cell), CUSTOMER_COLUMNS[index]]
    return text === '' || (place && columnIn(cell)) ? [] : { letters: columnLetters(index), text, place }
  })

const EMAIL = /^\s*[^\s@]{1,64}@[^\s@]{1,190}\s*$/
