import { type Cell, isTooLong } from '../documents/workbook.ts'

// What every column of an inventory workbook reads in the same way.

/** The value of a cell that can be read: a number, or a text that is not too long. */
export type Filled = string | number

/** Whether a cell is a number, or a text that is not too long. */
export const isUsable = (cell: Cell): cell is Filled =>
  typeof cell === 'string' ? !isTooLong(cell) : typeof cell === 'number'

/** Why a cell is not usable, after the name of its column. */
export function cellFault(cell: Cell): string {
  if (typeof cell === 'string') return 'hücresindeki metin çok uzun'
  if (cell instanceof Date) return 'bir tarih olarak kaydedilmiş; hücreyi metin veya sayı yapıp yeniden yazın'
  if (typeof cell === 'object' && cell) return `hücresinde Excel hatası var: ${cell.error}`
  return 'hücresinde DOĞRU veya YANLIŞ yazıyor'
}

/** The text that Excel shows for a cell: at most 15 significant digits, without floating-point noise. */
export const asText = (cell: Filled) => (typeof cell === 'number' ? String(asShown(cell)) : cell.trim())
export const asShown = (number: number) => Number(number.toPrecision(15))

const MAX_NUMBER_DIGITS = 15
const SCIENTIFIC = /^\d+(?:[.,]\d+)?e\+\d+$/i

/** Whether a spreadsheet has kept a code only in part: as a number of too many digits, or as 1,23E+19. */
export const hasLostDigits = (cell: Filled) =>
  typeof cell === 'number' ? Math.abs(cell) >= 10 ** MAX_NUMBER_DIGITS : SCIENTIFIC.test(cell.trim())

/** The fault of such a code in a column; `what` names the code in the accusative. */
export const lostDigitsFault = (column: string, what: string, cell: Filled) =>
  `${column} "${asText(cell)}" basamaklarını yitirmiş; hücreyi metin yapıp ${what} yeniden yazın`
