import type { Role } from '#contract/call.ts'
import { SESSION_IDLE_LIMIT, SESSION_LIFETIME } from '#contract/session-limits.ts'
import type { Database } from '../db/tables.ts'

/** A session counts as in use for this time after its last use, in milliseconds. */
const IN_USE = 15 * 60 * 1000

const ROLES: readonly Role[] = ['customer', 'marketer', 'admin']

/** How many sessions of each role have not ended, and how many are in use. */
export async function sessionCounts(db: Database, now: Date) {
  const since = (age: number) => new Date(now.getTime() - age).toISOString()
  return Promise.all(
    ROLES.map(async role => {
      const counts = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'account_id')
        .select(eb => [
          eb.fn.countAll<number>().as('open'),
          eb.fn.countAll<number>().filterWhere('last_used_at', '>=', since(IN_USE)).as('in_use'),
        ])
        .where('role', '=', role)
        .where('last_used_at', '>=', since(SESSION_IDLE_LIMIT[role]))
        .where('sessions.created_at', '>=', since(SESSION_LIFETIME[role]))
        .executeTakeFirstOrThrow()
      return { role, ...counts }
    }),
  )
}
