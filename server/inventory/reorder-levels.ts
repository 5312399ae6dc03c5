import type { ReorderLevel } from '#contract/reorder-levels.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'

/** The reorder point and quantity of a product, null where none is set. Refuses with `not_found`. */
export async function readReorderLevel(db: Database, id: string): Promise<ReorderLevel> {
  const level = await db
    .selectFrom('products')
    .leftJoin('reorder_levels', 'product_id', 'products.id')
    .select(['reorder_point', 'reorder_quantity'])
    .where('products.id', '=', id)
    .executeTakeFirst()
  return level ?? refuse('not_found')
}

/** Sets the reorder point and quantity of a product; an undefined one stays. Refuses with `not_found`. */
export async function setReorderLevel(
  db: Database,
  { actor, now }: { actor: Actor; now: Date },
  id: string,
  { reorder_point, reorder_quantity }: Partial<ReorderLevel>,
): Promise<ReorderLevel> {
  return inTransaction(db, async tx => {
    // Without the lock, concurrent changes of the two fields could each restore the old value of the other field.
    const product = await tx
      .selectFrom('products')
      .select('id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) refuse('not_found')
    const before = await readReorderLevel(tx, id)
    const after = {
      reorder_point: reorder_point === undefined ? before.reorder_point : reorder_point,
      reorder_quantity: reorder_quantity === undefined ? before.reorder_quantity : reorder_quantity,
    }
    await tx
      .insertInto('reorder_levels')
      .values({ product_id: id, ...after })
      .onConflict(conflict => conflict.column('product_id').doUpdateSet(after))
      .execute()
    await record(tx, { actor, now }, [{ action: 'updated', entity: 'product', entity_id: id, before, after }])
    return after
  })
}
