import { type Limits, openWorkbook, type WorkbookRow } from '../documents/workbook.ts'

/** The rows of a workbook that the portal has made or could be sent. */
export async function readWorkbook(bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<WorkbookRow[]> {
  return (await openWorkbook(bytes, limits)).rows
}
