import { sql } from 'kysely'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Tx } from '../db/transaction.ts'
import { isUnitChange } from '../stock/changed-units.ts'

/**
 * The units, by id, that products had when an order got its present status, according to the audit trail. Their stock
 * must be locked.
 */
export async function unitsAtStatus(
  tx: Tx,
  { id, status }: { id: string; status: OrderStatus },
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; unit: string }>`
    with got_status as (
      select max(created_at) as at from audit_log
      where entity = 'order' and entity_id = ${id} and action = 'status_changed' and after ->> 'status' = ${status}
    )
    select id, coalesce((
      select before ->> 'unit' from audit_log
      where ${isUnitChange(sql.ref('products.id'))} and created_at > (select at from got_status)
      order by created_at, id limit 1), unit) as unit
    from products where id = any(${[...productIds]}::uuid[])`.execute(tx)
  return new Map(rows.map(product => [product.id, product.unit]))
}
