import { isTooLong, type WorkbookRow } from '../documents/workbook.ts'
import { isId } from '../http/search-condition.ts'

/** The well-formed IDs in the rows of an inventory workbook. */
export function idsIn(sheet: WorkbookRow[]): string[] {
  return sheet.slice(1).flatMap(row => idIn(row) ?? [])
}

/** The well-formed ID in a row. */
export function idIn({ cells: [id] }: WorkbookRow): string | undefined {
  const text = typeof id === 'string' && !isTooLong(id) ? id.trim().toLowerCase() : ''
  return isId(text) ? text : undefined
}
