import { sql } from 'kysely'
import { record } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { editedAt, lockProducts } from './products.ts'

/** Sets the day on which these products are expected; answers how many of them there are. */
export async function setExpectedDate(
  db: Database,
  { actor, now }: { actor: Actor<'admin'>; now: Date },
  ids: string[],
  day: string,
): Promise<number> {
  return inTransaction(db, async tx => {
    await lockProducts(tx, ids)
    const before = await tx
      .selectFrom('products')
      .select(['id', 'expected_stock_date'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
    await tx
      .updateTable('products')
      .set({ expected_stock_date: day, updated_at: editedAt(now) })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
    const deeds = before.map(({ id, ...was }) => {
      return {
        action: 'updated',
        entity: 'product',
        entity_id: id,
        before: was,
        after: { expected_stock_date: day },
      } as const
    })
    await record(tx, { actor, now }, deeds)
    return before.length
  })
}
