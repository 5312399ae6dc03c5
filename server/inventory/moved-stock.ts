import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import type { ExportMark } from './export-mark.ts'

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

/** The id of the last ledger row; 0 if there is none. */
export async function lastLedgerId(db: Database): Promise<number> {
  const { id } = await db
    .selectFrom('stock_ledger')
    .select(sql<number>`coalesce(max(id), 0)::bigint`.as('id'))
    .executeTakeFirstOrThrow()
  return id
}
