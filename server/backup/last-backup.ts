import { latestTime } from '../auth/throttle.ts'
import type { Database } from '../db/tables.ts'

/**
 * When the last nightly backup began that succeeded; undefined if none has. One of the future, from a clock that was
 * set back, would hide until then that none is made any more.
 */
export async function lastBackup(db: Database, now: Date): Promise<Date | undefined> {
  const last = await db
    .selectFrom('backups')
    .select('started_at')
    .where('problem', 'is', null)
    .where('started_at', '<', latestTime(now))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && new Date(last.started_at)
}
