import { LOT_PLACES, type LotColumn } from '#contract/inventory-columns.ts'
import { type ExpiryKind, LotLabel } from '#contract/lot-labels.ts'
import { type Cell, isBlank, isTooLong } from '../documents/workbook.ts'

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
  const read = LotLabel.shape.code.safeParse(textOf(code))
  if (!read.success) {
    fault('Parti', read.error.issues[0]?.message ?? 'Parti geçersiz')
    return undefined
  }
  return { code: read.data, expires_on: days.SKT ?? days.TETT, expiry_kind }
}

function textOf(cell: Cell | undefined): string | undefined {
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  return typeof cell === 'string' && !isTooLong(cell) ? cell.trim() : undefined
}

/** A day as a date cell, 31.12.2026 or 2026-12-31. */
function readDay(column: LotColumn, cell: Cell | undefined, fault: (column: LotColumn, sentence: string) => void) {
  if (isBlank(cell)) return undefined
  const day = cell instanceof Date ? cell.toISOString().slice(0, 10) : dayIn(textOf(cell) ?? '')
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
