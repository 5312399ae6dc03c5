import { MAX_WORKBOOK_BYTES } from '#contract/call.ts'
import { REFUSALS } from '#contract/refusals.ts'

/** Which files can be imported. */
export const WORKBOOK_HINT = '.xlsx veya .xls, en fazla 10 MB ve 50.000 satır'

/** The validation message for a workbook, or `undefined` if it can be uploaded. */
export function workbookFault(file: File) {
  if (!/\.xlsx?$/i.test(file.name)) return REFUSALS.not_a_workbook.detail()
  if (file.size > MAX_WORKBOOK_BYTES) return 'Dosya 10 MB sınırını aşıyor'
  return undefined
}
