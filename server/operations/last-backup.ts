import { basename } from 'node:path'
import type { Backup } from '#contract/operations.ts'
import { latestTime } from '../db/latest-time.ts'
import type { Database } from '../db/tables.ts'

/**
 * The nightly backup that began last, or the last that succeeded; null if there is none. Backups with a later time than
 * now, made before the clock was set back, are ignored, as they would conceal missing backups until then.
 */
export async function lastBackup(db: Database, now: Date, { isSuccess = false } = {}): Promise<Backup | null> {
  let backups = db
    .selectFrom('backups')
    .select(['started_at', 'finished_at', 'file', 'bytes', 'problem'])
    .where('started_at', '<', latestTime(now))
  if (isSuccess) backups = backups.where('problem', 'is', null)
  const last = await backups.orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  return last ? { ...last, file: last.file && basename(last.file) } : null
}
