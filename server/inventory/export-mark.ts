/**
 * When a workbook was exported: the moment, and the last row of the stock ledger by then. What moved since is told by
 * the rows after it, whatever the clock said.
 */
export type ExportMark = { at: string; ledgerId: number }

const PROPERTY = 'ToptanExport'

/** The mark as a custom property of the document, which Excel and LibreOffice keep when they save it. */
export const asProperty = ({ at, ledgerId }: ExportMark): Record<string, string> => ({
  [PROPERTY]: `${at} ${ledgerId}`,
})

/** The mark of a workbook, if it has one. */
export function markIn(properties: Record<string, string>): ExportMark | undefined {
  const [, at = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z) (\d{1,15})$/.exec(properties[PROPERTY] ?? '') ?? []
  return Number.isNaN(Date.parse(at)) ? undefined : { at, ledgerId: Number(id) }
}
