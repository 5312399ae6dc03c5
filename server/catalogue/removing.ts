import { sql } from 'kysely'
import type { Tx } from '../db/tables.ts'
import { lockStock } from '../stock/ledger.ts'

export type Removed = { deleted: number; deactivated: number }

/**
 * Deletes those of the products that were never ordered and deactivates the rest: one that was once sold stays known,
 * also when its order is gone since.
 */
export async function removeProducts(tx: Tx, ids: string[], now: Date): Promise<Removed> {
  // Orders under way end first, and those that come wait: none can be taken for a product that is being deleted.
  await lockStock(tx, ids)
  const { numDeletedRows } = await tx
    .deleteFrom('products')
    .where('id', '=', anyOf(ids))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('stock_ledger')
            .select('stock_ledger.id')
            .whereRef('product_id', '=', 'products.id')
            .where('order_id', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ is_active: false, updated_at: now })
    .where('id', '=', anyOf(ids))
    .where('is_active', '=', true)
    .executeTakeFirst()
  return { deleted: Number(numDeletedRows), deactivated: Number(numUpdatedRows) }
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`
