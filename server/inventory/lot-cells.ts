import { LOT_PLACES, type LotColumn } from '#contract/inventory-columns.ts'
import { type ExpiryKind, LotLabel } from '#contract/lot-labels.ts'
import { type Cell, isBlank, isTooLong } from '../documents/workbook.ts'
import { asText, cellFault, type Filled, hasLostDigits, isUsable, lostDigitsFault } from './cell-values.ts'

/** The lot of a row; a field is undefined if its cell is blank. */
export type RowLot = { code: string; expires_on: string | undefined; expiry_kind: ExpiryKind | undefined }

/** The lot in the cells of a row whose columns are arranged; `undefined` if they are blank. */
export function readLotCells(cells: Cell[], fault: (column: LotColumn, sentence: string) => void): RowLot | undefined {
  const [code, skt, tett] = [cells[LOT_PLACES.Parti], cells[LOT_PLACES.SKT], cells[LOT_PLACES.TETT]]
  const days = { SKT: readDay('SKT', skt, fault), TETT: readDay('TETT', tett, fault) }
  if (!isBlank(skt) && !isBlank(tett)) fault('TETT', 'SKT ve TETT birlikte yazılamaz; birini boş bırakın')
  const expiry_kind = isBlank(tett) ? (isBlank(skt) ? undefined : 'skt') : 'tett'
  if (isBlank(code)) {
    if (expiry_kind) fault('Parti', 'Tarihi yazılan partinin numarası zorunludur')
    return undefined
  }
  const read = readCode(code)
  if ('fault' in read) {
    fault('Parti', read.fault)
    return undefined
  }
  return { code: read.value, expires_on: days.SKT ?? days.TETT, expiry_kind }
}

/** The code in a cell. A text that looks cut may be the code of a known lot, so it is checked later (`lostCode`). */
function readCode(cell: Cell): { value: string } | { fault: string } {
  if (!isUsable(cell)) return { fault: `Parti ${cellFault(cell)}` }
  const lost = typeof cell === 'number' ? lostCode(cell) : undefined
  if (lost) return { fault: lost }
  const read = LotLabel.shape.code.safeParse(asText(cell))
  return read.success ? { value: read.data } : { fault: read.error.issues[0]?.message ?? 'Parti geçersiz' }
}

/** Why the code of a new lot is refused, if a spreadsheet has kept it only in part. */
export const lostCode = (code: Filled) =>
  hasLostDigits(code) ? lostDigitsFault('Parti', 'parti numarasını', code) : undefined

/** A day as a date cell, 31.12.2026 or 2026-12-31. */
function readDay(column: LotColumn, cell: Cell | undefined, fault: (column: LotColumn, sentence: string) => void) {
  if (isBlank(cell)) return undefined
  const day = cell instanceof Date ? cell.toISOString().slice(0, 10) : dayIn(isUsable(cell) ? asText(cell) : '')
  if (day === undefined || !isDay(day)) {
    const shown = typeof cell === 'string' && !isTooLong(cell) ? ` "${cell.trim()}"` : ''
    fault(column, `${column}${shown} bir tarih değil; 31.12.2026 gibi yazın`)
    return undefined
  }
  return day
}

function dayIn(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? []
  if (day) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined
}

const isDay = (day: string) => LotLabel.shape.expires_on.safeParse(day).success
