import type { ImportSummary } from '#contract/inventory.ts'

/** The admin's options for reading a workbook; the server's defaults apply to those left out. */
export type Reading = { columns?: 'headings'; first_row?: 'header' | 'product'; stock?: 'keep'; match?: 'barcode' }

/** A preview, the options it was made with, and the first row if the admin must decide whether it is a heading. */
export type ShownPreview = { summary: ImportSummary; reading: Reading; firstRow: ImportSummary['first_row'] }

/** Whether the admin has not decided yet what the first row is. */
export const isFirstRowOpen = ({ firstRow, reading }: ShownPreview) => firstRow !== undefined && !reading.first_row

/** The rows whose stock is not imported because stock of their product moved after the export. */
export const keptRows = ({ rows = [] }: ImportSummary) =>
  rows.flatMap(({ row, action, stock_kept }) => (stock_kept ? [{ row, action, ...stock_kept }] : []))

/** The `update_stock` field for the ticked rows: `row:on_hand` as shown, separated by commas. */
export function stockToUpdate(summary: ImportSummary, ticked: ReadonlySet<number>): string | undefined {
  const rows = keptRows(summary).filter(({ row }) => ticked.has(row))
  return rows.map(({ row, on_hand }) => `${row}:${on_hand}`).join(',') || undefined
}

/** The expected result of the import including the ticked rows. */
export function withTicked(summary: ImportSummary, ticked: ReadonlySet<number>): ImportSummary {
  const more = keptRows(summary).filter(({ row, action }) => action === 'unchanged' && ticked.has(row))
  return { ...summary, updated: summary.updated + more.length }
}
