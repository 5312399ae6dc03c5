import { isTooLong, type WorkbookRow } from '../documents/workbook.ts'

/** The well-formed IDs in the rows of an inventory workbook. */
export function idsIn(sheet: WorkbookRow[]): string[] {
  return sheet.slice(1).flatMap(row => idIn(row) ?? [])
}

/** The well-formed ID in a row. */
export function idIn({ cells: [id] }: WorkbookRow): string | undefined {
  const text = typeof id === 'string' && !isTooLong(id) ? id.trim().toLowerCase() : ''
  return UUID.test(text) ? text : undefined
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
