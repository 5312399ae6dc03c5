import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import type { ExportMark } from '../stock/export-mark.ts'

/** The quantities that arrived and left since the export, by product, where the quantity on hand has changed. */
export async function movedSince(
  tx: Tx,
  ids: string[],
  { ledgerId }: ExportMark,
): Promise<Map<string, { arrived: number; left: number }>> {
  const change = sql.ref<number>('on_hand_change')
  const rows = await tx
    .selectFrom('stock_ledger')
    .select(['product_id', sql<number>`sum(greatest(${change}, 0))::bigint`.as('arrived')])
    .select(sql<number>`sum(greatest(-${change}, 0))::bigint`.as('left'))
    .where('product_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('id', '>', ledgerId)
    .groupBy('product_id')
    .having(sql<boolean>`sum(${change}) <> 0`)
    .execute()
  return new Map(rows.map(({ product_id, ...by }) => [product_id, by]))
}
