import { MOST_WORKBOOK_ROWS } from '#contract/inventory.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refuse } from '../http/refusal.ts'
import { readWorkbook, type Unreadable, UnreadableWorkbook, type WorkbookRow } from './workbook.ts'

const REFUSED: Record<Unreadable, RefusalCode & ('not_a_workbook' | `workbook_${string}`)> = {
  not_a_workbook: 'not_a_workbook',
  encrypted: 'workbook_encrypted',
  broken: 'workbook_broken',
  too_large: 'workbook_too_large',
}

/** The rows of a workbook that somebody brings; one that cannot be read is refused with the reason. */
export async function rowsOf(file: { bytes: Uint8Array }): Promise<WorkbookRow[]> {
  try {
    return await readWorkbook(file.bytes, { rows: MOST_WORKBOOK_ROWS })
  } catch (error) {
    if (error instanceof UnreadableWorkbook) refuse(REFUSED[error.reason])
    throw error
  }
}
