import { MAX_WORKBOOK_BYTES, MAX_WORKBOOK_ROWS } from '#contract/call.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { wholeText } from '../ui/number-text.ts'

const MEGABYTES = `${MAX_WORKBOOK_BYTES / 1024 / 1024} MB`

const EXTENSIONS = ['.xlsx', '.xls']

/** The workbooks that a file dialog offers. */
export const WORKBOOK_TYPES = EXTENSIONS.join(',')

/** Which files can be imported. */
export const WORKBOOK_HINT = `${EXTENSIONS.join(' veya ')}, en fazla ${MEGABYTES} ve ${wholeText(MAX_WORKBOOK_ROWS)} satır`

/** The validation message for a workbook, or `undefined` if it can be uploaded. */
export function workbookFault(file: File) {
  if (!EXTENSIONS.some(extension => file.name.toLowerCase().endsWith(extension)))
    return REFUSALS.not_a_workbook.detail()
  if (file.size > MAX_WORKBOOK_BYTES) return `Dosya ${MEGABYTES} sınırını aşıyor`
  return undefined
}
