import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** Sets the day on which these products are expected; answers how many of them there are. */
export async function setExpectedDate(db: Database, ids: string[], day: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ expected_stock_date: day, updated_at: now })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
