import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { requireRun } from './lists.ts'
import { STALE_AFTER } from './runs.ts'

/**
 * Notes that the admin who started an import has seen its result; no effect for other admins or while it is running.
 */
export async function markSeen(db: Database, { actor, now }: { actor: Actor<'admin'>; now: Date }, id: string) {
  await requireRun(db, id)
  await db
    .updateTable('import_runs')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('account_id', '=', actor.id)
    .where('seen_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('finished_at', 'is not', null),
        eb('noted_at', '<=', new Date(now.getTime() - STALE_AFTER).toISOString()),
      ]),
    )
    .execute()
  return { success: true as const }
}
