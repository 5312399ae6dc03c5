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

/** Whether a file can still be read: browsers refuse to read one that was changed after it was chosen. */
export const isAsChosen = async (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** The message for a file that cannot be read any more. */
export const FILE_CHANGED = 'Dosya seçildikten sonra değişti; lütfen yeniden seçin'
