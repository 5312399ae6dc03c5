import { MAX_WORKBOOK_ROWS } from '#contract/call.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refuse } from '../http/refusal.ts'
import { openWorkbook, type UnreadableReason, UnreadableWorkbook, type Workbook, type WorkbookRow } from './workbook.ts'

const REFUSED: Record<UnreadableReason, RefusalCode & ('not_a_workbook' | `workbook_${string}`)> = {
  not_a_workbook: 'not_a_workbook',
  encrypted: 'workbook_encrypted',
  broken: 'workbook_broken',
  too_large: 'workbook_too_large',
}

/** Reads the uploaded workbook; one that cannot be read is refused with the reason. */
export async function workbookIn(file: { bytes: Uint8Array }): Promise<Workbook> {
  try {
    return await openWorkbook(file.bytes, { rows: MAX_WORKBOOK_ROWS })
  } catch (error) {
    if (error instanceof UnreadableWorkbook) refuse(REFUSED[error.reason])
    throw error
  }
}

/** The rows of `workbookIn`. */
export const rowsOf = async (file: { bytes: Uint8Array }): Promise<WorkbookRow[]> => (await workbookIn(file)).rows
