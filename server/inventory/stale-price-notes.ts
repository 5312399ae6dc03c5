import { sql } from 'kysely'
import { formatMoney } from '#contract/money.ts'
import type { Tx } from '../db/transaction.ts'
import type { ExportMark } from '../stock/export-mark.ts'
import { inBatches } from './batches.ts'
import type { KnownChange } from './import-plan.ts'

/**
 * The changes, with a note on each price that was changed since the export as well. The workbook's price is imported.
 */
export async function addPriceNotes(tx: Tx, changes: KnownChange[], exported: ExportMark | undefined) {
  if (!exported) return changes
  const changesPrice = ({ before, after }: KnownChange) => before.price !== after.price
  const changed = await pricesChangedSince(
    tx,
    changes.filter(changesPrice).map(({ before }) => before.id),
    exported.at,
  )
  return changes.map(change => {
    if (!changesPrice(change) || !changed.has(change.before.id)) return change
    const note = `Fiyat dışa aktarımdan sonra ${formatMoney(change.before.price)} yapılmıştı; dosyadaki fiyat geçerli olur`
    return { ...change, isPriceStale: true, notes: [...(change.notes ?? []), note] }
  })
}

/** The products whose price was changed after an instant, according to the audit trail. */
async function pricesChangedSince(tx: Tx, ids: string[], at: string): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  for (const batch of inBatches(ids)) {
    const { rows } = await sql<{ entity_id: string }>`
      select distinct entity_id from audit_log
      where entity = 'product' and entity_id = any(${batch}::text[]) and created_at > ${at}
        and after->'price' is not null and before->'price' is distinct from after->'price'`.execute(tx)
    for (const { entity_id } of rows) changed.add(entity_id)
  }
  return changed
}
