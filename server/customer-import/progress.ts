import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'

/** An import without an update for this long, in milliseconds, is considered dead. */
const STALE_AFTER = 60_000

/** Rows between two updates: about half a second. */
const ROWS_PER_UPDATE = 50

/** Stores the progress of an admin's import in the database, where every process can read it. */
export function importProgress(pool: Pool, account_id: string, clock: () => Date) {
  let lastUpdate: Promise<unknown> = Promise.resolve()
  const save = async (done: number, total: number) => {
    const progress = { done, total, noted_at: clock() }
    await pool
      .insertInto('customer_imports')
      .values({ account_id, ...progress })
      .onConflict(on => on.column('account_id').doUpdateSet(progress))
      .execute()
  }
  return {
    report(done: number, total: number) {
      // Failing to store the progress must not stop the import.
      if (done % ROWS_PER_UPDATE === 1) lastUpdate = lastUpdate.then(() => save(done, total)).catch(() => undefined)
    },
    /** Resolves when no update is in flight, as a late one would outlast the import. */
    flush: () => lastUpdate,
    async finish(db: Database) {
      await db.deleteFrom('customer_imports').where('account_id', '=', account_id).execute()
    },
  }
}

/** The progress of this admin's running import. */
export async function readProgress(db: Database, account_id: string, now: Date) {
  const progress = await db
    .selectFrom('customer_imports')
    .select(['done', 'total'])
    .where('account_id', '=', account_id)
    .where('noted_at', '>', new Date(now.getTime() - STALE_AFTER).toISOString())
    // One of the future is of a clock that was set back since.
    .where('noted_at', '<', new Date(now.getTime() + STALE_AFTER).toISOString())
    .executeTakeFirst()
  return { is_running: progress !== undefined, done: 0, total: 0, ...progress }
}
