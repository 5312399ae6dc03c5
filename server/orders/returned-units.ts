import { sql } from 'kysely'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Tx } from '../db/transaction.ts'
import { isUnitChange } from '../stock/changed-units.ts'

/**
 * The units, by id, that products had when an order got its present status, according to the audit trail. Their stock
 * must be locked. Both kinds of changes lock it, so their ids are in the order of the changes; their times, at which the
 * requests began, need not be.
 */
export async function unitsAtStatus(
  tx: Tx,
  { id, status }: { id: string; status: OrderStatus },
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; unit: string }>`
    with entries as materialized (
      select id from audit_log
      where entity = 'order' and entity_id = ${id} and action = 'status_changed' and after ->> 'status' = ${status}
    ), got_status as materialized (select max(id) as id from entries)
    select id, coalesce((
      select (array_agg(before ->> 'unit' order by id))[1] from audit_log
      where ${isUnitChange(sql.ref('products.id'))} and id > (select id from got_status)), unit) as unit
    from products where id = any(${[...productIds]}::uuid[])`.execute(tx)
  return new Map(rows.map(product => [product.id, product.unit]))
}
