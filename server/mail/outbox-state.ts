import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** The number of mails that are not sent yet, and the age of the oldest of them in seconds; 0 if there is none. */
export async function outboxState(db: Database, now: Date): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest: string | null }>`
    select count(*) as waiting, min(created_at) as oldest
    from mails where sent_at is null and gave_up_at is null`.execute(db)
  const { waiting = 0, oldest = null } = rows[0] ?? {}
  const age = oldest === null ? 0 : (now.getTime() - Date.parse(oldest)) / 1000
  return { waiting, oldestSeconds: Math.max(0, age) }
}

/** The number of mails that were given up since `start`. */
export async function givenUpSince(db: Database, start: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('gave_up_at', '>', start.toISOString())
    .executeTakeFirstOrThrow()
  return count
}
