import type { ImportSummary } from '#contract/inventory.ts'

/** How the admin wants a workbook to be read; what is left out is as the server has it by itself. */
export type Reading = { columns?: 'headings'; first_row?: 'header' | 'product'; stock?: 'keep' }

/** A preview, how the workbook was read for it, and the first row if that was asked about for this file. */
export type Seen = { summary: ImportSummary; reading: Reading; firstRow: ImportSummary['first_row'] }

/** The rows whose stock stays as it is because it moved since the export. */
export const keptRows = ({ rows = [] }: ImportSummary) =>
  rows.flatMap(({ row, action, stock_kept }) => (stock_kept ? [{ row, action, ...stock_kept }] : []))

/** What is sent of the ticked rows: each with what is on hand as it was shown. */
export function stockToUpdate(summary: ImportSummary, ticked: ReadonlySet<number>): string | undefined {
  const rows = keptRows(summary).filter(({ row }) => ticked.has(row))
  return rows.map(({ row, on_hand }) => `${row}:${on_hand}`).join(',') || undefined
}

/** What the import will come to with the ticked rows. */
export function withTicked(summary: ImportSummary, ticked: ReadonlySet<number>): ImportSummary {
  const more = keptRows(summary).filter(({ row, action }) => action === 'unchanged' && ticked.has(row))
  return { ...summary, updated: summary.updated + more.length }
}
