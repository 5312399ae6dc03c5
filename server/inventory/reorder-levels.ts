import type { ReorderLevel } from '#contract/reorder-levels.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { refreshScreens } from '../notifications/live.ts'
import { refuseOtherUnit } from '../stock/changed-units.ts'

const NO_LEVEL: ReorderLevel = { reorder_point: null, reorder_quantity: null }

type InUnit = ReorderLevel & { unit: string }

/**
 * The reorder point and quantity of a product, null where none is set in its present unit, and those set in a former
 * one. Refuses with `not_found`.
 */
export async function readReorderLevel(db: Database, id: string): Promise<InUnit & { former?: InUnit }> {
  const found = await db
    .selectFrom('products')
    .leftJoin('reorder_levels', 'product_id', 'products.id')
    .select(['reorder_point', 'reorder_quantity', 'reorder_levels.unit', 'products.unit as present_unit'])
    .where('products.id', '=', id)
    .executeTakeFirst()
  if (!found) refuse('not_found')
  const { present_unit, unit, ...level } = found
  if (unit === null || unit === present_unit) return { ...level, unit: present_unit }
  return { ...NO_LEVEL, unit: present_unit, former: { ...level, unit } }
}

/**
 * Sets the reorder point and quantity of a product, in its present unit; an undefined one stays. Refuses with
 * `not_found`, and with `invalid_input` if the user saw another unit (`seen`).
 */
export async function setReorderLevel(
  db: Database,
  { actor, now }: { actor: Actor; now: Date },
  id: string,
  { reorder_point, reorder_quantity, unit: seen }: Partial<ReorderLevel> & { unit?: string | undefined },
): Promise<ReorderLevel> {
  return inTransaction(db, async tx => {
    // Without the lock, concurrent changes of the two fields could each restore the old value of the other field.
    const product = await tx
      .selectFrom('products')
      .select('unit')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) refuse('not_found')
    refuseOtherUnit(seen, product.unit)
    const { former: _, unit: __, ...before } = await readReorderLevel(tx, id)
    const after = {
      reorder_point: reorder_point === undefined ? before.reorder_point : reorder_point,
      reorder_quantity: reorder_quantity === undefined ? before.reorder_quantity : reorder_quantity,
    }
    await tx
      .insertInto('reorder_levels')
      .values({ product_id: id, ...after, ...product })
      .onConflict(conflict => conflict.column('product_id').doUpdateSet({ ...after, ...product }))
      .execute()
    await record(tx, { actor, now }, [{ action: 'updated', entity: 'product', entity_id: id, before, after }])
    refreshScreens(tx, { roles: ['admin'] })
    return after
  })
}
