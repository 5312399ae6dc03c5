import type { Database } from '../db/tables.ts'

/** When the last nightly backup began that succeeded; undefined if none has. */
export async function lastBackup(db: Database): Promise<Date | undefined> {
  const last = await db
    .selectFrom('backups')
    .select('started_at')
    .where('problem', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && new Date(last.started_at)
}
