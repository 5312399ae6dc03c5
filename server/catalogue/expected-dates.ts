import { sql } from 'kysely'
import { type Database, inTransaction } from '../db/tables.ts'
import { lockStock } from '../stock/ledger.ts'

/** Sets the day on which these products are expected; answers how many of them there are. */
export async function setExpectedDate(db: Database, ids: string[], day: string, now: Date): Promise<number> {
  return inTransaction(db, async tx => {
    // Who writes many products holds their stock first, in id order, so that no two can wait for each other.
    await lockStock(tx, ids)
    const { numUpdatedRows } = await tx
      .updateTable('products')
      .set({ expected_stock_date: day, updated_at: now })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
