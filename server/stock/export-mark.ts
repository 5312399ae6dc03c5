import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/**
 * When a workbook was exported: the instant, and the id of the last ledger row. Movements since are found by later
 * rows, independently of clocks.
 */
export type ExportMark = { at: string; ledgerId: number }

const PROPERTY = 'ToptanExport'

/** The mark as a custom document property, which Excel and LibreOffice preserve. */
export const asProperty = ({ at, ledgerId }: ExportMark): Record<string, string> => ({
  [PROPERTY]: `${at} ${ledgerId}`,
})

/** The mark of a workbook, if it has one. */
export function markIn(properties: Record<string, string>): ExportMark | undefined {
  const [, at = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z) (\d{1,15})$/.exec(properties[PROPERTY] ?? '') ?? []
  return Number.isNaN(Date.parse(at)) ? undefined : { at, ledgerId: Number(id) }
}

/** The mark of a workbook that is exported now, as its property. Read before the goods, so that a movement in between is counted again rather than missed. */
export async function exportProperty(db: Database, now: Date): Promise<Record<string, string>> {
  const { id } = await db
    .selectFrom('stock_ledger')
    .select(sql<number>`coalesce(max(id), 0)::bigint`.as('id'))
    .executeTakeFirstOrThrow()
  return asProperty({ at: now.toISOString(), ledgerId: id })
}
