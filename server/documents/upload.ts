import type { RefusalCode } from '#contract/refusals.ts'
import { refuse } from '../http/refusal.ts'
import {
  LIMITS,
  type Limits,
  openWorkbook,
  type Queue,
  type UnreadableReason,
  UnreadableWorkbook,
  type Workbook,
  type WorkbookRow,
  waitingWorkbooks,
} from './workbook.ts'

const REFUSED = {
  not_a_workbook: 'not_a_workbook',
  encrypted: 'workbook_encrypted',
  broken: 'workbook_broken',
} as const satisfies Record<Exclude<UnreadableReason, 'too_large'>, RefusalCode>

type File = { bytes: Uint8Array }

/** Reads the workbook that an admin imports; one that cannot be read is refused with the reason. */
export const workbookIn = (file: File): Promise<Workbook> => opened(file, LIMITS, 'imports')

/** Enough for a list of a few hundred lines; narrow, as every customer may send one. */
export const LIST_LIMITS: Limits = { ...LIMITS, rows: 5_000, readingSeconds: 10, contentMegabytes: 5 }

/** Beside the one that is being read. */
export const MAX_WAITING_LISTS = 4

/**
 * The rows of a list that any user may send, within narrower limits than an import. Refuses with `not_ready` if
 * `MAX_WAITING_LISTS` are waiting already.
 */
export async function listRowsOf(file: File): Promise<WorkbookRow[]> {
  if (waitingWorkbooks('lists') >= MAX_WAITING_LISTS) refuse('not_ready')
  return (await opened(file, LIST_LIMITS, 'lists')).rows
}

async function opened({ bytes }: File, limits: Limits, queue: Queue): Promise<Workbook> {
  try {
    return await openWorkbook(bytes, limits, queue)
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error
    if (error.reason === 'too_large') refuse('workbook_too_large', limits.rows, limits.contentMegabytes)
    refuse(REFUSED[error.reason])
  }
}
