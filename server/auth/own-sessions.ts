import type { OwnSession } from '#contract/account-security.ts'
import type { Role } from '#contract/call.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { isExpired } from './sessions.ts'
import { tokenHash } from './token-hash.ts'

/** The valid sessions of the actor: first the session of this token, then the others, last used first. */
export async function listSessions(
  db: Database,
  { id, role }: Actor,
  { token, now }: { token: string; now: Date },
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['device', 'created_at', 'last_used_at'])
    .select(eb => eb('token_hash', '=', tokenHash(token)).as('is_current'))
    .where('account_id', '=', id)
    .orderBy('is_current', 'desc')
    .orderBy('last_used_at', 'desc')
    .execute()
  return presentOf(role, rows, now).map(({ is_current, ...row }) => ({ ...row, is_current: Boolean(is_current) }))
}

/** The sessions that have not expired. Expired ones, which can no longer be used, are deleted later. */
const presentOf = <Row extends { created_at: string; last_used_at: string }>(role: Role, rows: Row[], now: Date) =>
  rows.filter(({ created_at, last_used_at }) => {
    const times = { started: Date.parse(created_at), lastUsed: Date.parse(last_used_at) }
    return !isExpired(role, times, now)
  })

/** Ends all sessions of the actor except the one with this token; returns how many ended. */
export async function endOtherSessions(
  db: Database,
  { actor, ...by }: By & { actor: Actor },
  token: string,
): Promise<number> {
  return inTransaction(db, async tx => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('account_id', '=', actor.id)
      .where('token_hash', '<>', tokenHash(token))
      .returning(['created_at', 'last_used_at'])
      .execute()
    const count = presentOf(actor.role, ended, by.now).length
    if (count > 0)
      await record(tx, { actor, ...by }, [{ action: 'sessions_ended', entity: actor.role, entity_id: actor.id }])
    return count
  })
}

/** Ends all sessions of a customer or a marketer; returns how many ended. Refuses an admin’s with `not_found`. */
export async function endSessionsOf(db: Database, by: By, id: string): Promise<number> {
  return inTransaction(db, async tx => {
    const account = await tx
      .selectFrom('accounts')
      .select('role')
      .where('id', '=', id)
      .where('role', '<>', 'admin')
      .executeTakeFirst()
    if (!account) return refuse('not_found')
    const ended = await tx
      .deleteFrom('sessions')
      .where('account_id', '=', id)
      .returning(['created_at', 'last_used_at'])
      .execute()
    await record(tx, by, [{ action: 'sessions_ended', entity: account.role, entity_id: id }])
    return presentOf(account.role, ended, by.now).length
  })
}
