import { createHash, randomBytes } from 'node:crypto'
import { type Login, SESSION_IDLE_LIMIT, type SessionUser } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { accountKey } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { isPassword } from './passwords.ts'
import { checkPasswordThrottled } from './throttle.ts'

/** A session's last use is updated at most this often, in milliseconds. */
const LAST_USE_UPDATE_INTERVAL = 60_000

/** Starts a session and returns its token; the database stores only the token's hash. Throttled, see `throttle.ts`. */
export async function logIn(
  db: Pool,
  role: Role,
  { username, password, address }: Login & { address: string },
  now: Date,
) {
  const username_key = accountKey(username)
  const account = await checkPasswordThrottled(db, { role, username_key, address }, now, async () => {
    const known = await db
      .selectFrom('accounts')
      .selectAll()
      .where('role', '=', role)
      .where('username_key', '=', username_key)
      .executeTakeFirst()
    return (await isPassword(password, known?.password_hash)) ? known : undefined
  })
  if (!account) return refuse('wrong_login')
  if (role === 'customer' && !account.confirmed_email) refuse('email_not_verified')
  if (role === 'marketer' && !account.is_active) refuse('marketer_inactive')
  if (role === 'admin' && !account.is_active) refuse('wrong_login')

  const token = randomBytes(32).toString('base64url')
  await inTransaction(db, async tx => {
    // A concurrent password change has ended all sessions, so this one must not start.
    const unchanged = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .forShare()
      .executeTakeFirst()
    if (!unchanged) refuse('wrong_login')
    await tx
      .insertInto('sessions')
      .values({ token_hash: hashOf(token), account_id: account.id, created_at: now, last_used_at: now })
      .execute()
    await record(tx, { actor: account, now }, [{ action: 'logged_in', entity: role, entity_id: account.id }])
  })
  return { token, account: { id: account.id, username: account.username, name: account.name } }
}

/** Ends the session of this token. */
export async function logOut(db: Database, token: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}

/** The actor of this token, unless the session has expired. With `isUse: false` it does not extend the session. */
export async function identify(
  db: Database,
  token: string,
  now: Date,
  { isUse } = { isUse: true },
): Promise<Actor | undefined> {
  const token_hash = hashOf(token)
  const session = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'role', 'name', 'is_active', 'last_used_at'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  if (!session) return undefined
  const { last_used_at, ...actor } = session
  const unused = now.getTime() - Date.parse(last_used_at)
  if (unused > SESSION_IDLE_LIMIT[actor.role]) return undefined
  if (actor.role !== 'customer' && !actor.is_active) return undefined
  if (isUse && unused > LAST_USE_UPDATE_INTERVAL) {
    await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', token_hash).execute()
  }
  return actor
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Pool, now: Date) {
  const longest = Math.max(...Object.values(SESSION_IDLE_LIMIT))
  await db
    .deleteFrom('sessions')
    .where('last_used_at', '<', new Date(now.getTime() - longest).toISOString())
    .execute()
}

/** The signed-in customer. */
export async function sessionUser(db: Database, id: string): Promise<SessionUser> {
  const { email, ...user } = await db
    .selectFrom('accounts')
    .innerJoin('customers', 'customers.id', 'accounts.id')
    .select(['accounts.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'is_active'])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...user, email: email ?? '' }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
