import { randomBytes } from 'node:crypto'
import { RECENT_LOGIN } from '#contract/account-security.ts'
import type { SessionUser } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { SESSION_IDLE_LIMIT, SESSION_LIFETIME } from '#contract/session-limits.ts'
import type { StaffLogin } from '#contract/staff-login.ts'
import { accountKey } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import type { Changed, ChangeLog } from '../db/change-log.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { isStorageFull } from '../db/unavailable.ts'
import type { Actor, Origin } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { isPassword } from './passwords.ts'
import { requiredSetup, type SetupRules } from './required-setup.ts'
import { requireCode } from './second-factor.ts'
import { checkPasswordThrottled } from './throttle.ts'
import { hashOf, storedHash, tokenHash } from './token-hash.ts'
import { deviceOf } from './user-agent.ts'

/** A session's last use is updated at most this often, in milliseconds. */
const LAST_USE_UPDATE_INTERVAL = 60_000

/** The largest number of sessions of an account; a login beyond it ends the one that was unused for the longest. */
export const MAX_SESSIONS_OF_ACCOUNT = 100

type LoginRequest = StaffLogin & { network: string; origin: Origin; device?: string | undefined; userAgent?: string }

/**
 * Starts a session and returns a token for it and one for the device, which is known from now on; the database stores
 * only the hashes of the tokens. An account with a second factor needs a `code`. Throttled, see `throttle.ts`.
 */
export async function logIn(
  db: Pool,
  role: Role,
  { username, password, code, network, origin, device: given, userAgent = '' }: LoginRequest,
  now: Date,
) {
  const username_key = accountKey(username)
  const device = await knownDevice(db, { role, username_key }, given)
  const account = await checkPasswordThrottled(db, { role, username_key, network, device }, now, async () => {
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
  if (account.has_second_factor) await requireCode(db, account, code, { now, origin })

  return inTransaction(db, async tx => {
    // A concurrent change of the password or the second factor, or a deactivation, has ended all sessions, so this one
    // must not start.
    const unchanged = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('has_second_factor', '=', account.has_second_factor)
      .where('is_active', '=', account.is_active)
      .forShare()
      .executeTakeFirst()
    if (!unchanged) refuse('wrong_login')
    const tokens = await startSession(tx, account, { device: given, userAgent }, now)
    return { ...tokens, account: { id: account.id, username: account.username, name: account.name } }
  })
}

/** Starts a session of an authenticated account, and returns a token for it and one for the device. */
export async function startSession(
  tx: Tx,
  account: Pick<Actor, 'id' | 'role' | 'name'>,
  { device, userAgent = '' }: Pick<LoginRequest, 'device' | 'userAgent'>,
  now: Date,
) {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash(token),
      account_id: account.id,
      created_at: now,
      last_used_at: now,
      authenticated_at: now,
      device: deviceOf(userAgent),
    })
    .execute()
  await endSurplusSessions(tx, account.id, token)
  await record(tx, { actor: account, now }, [{ action: 'logged_in', entity: account.role, entity_id: account.id }])
  return { token, device: await rememberDevice(tx, account.id, device, now) }
}

/** Ends the sessions of an account beyond `MAX_SESSIONS_OF_ACCOUNT`, but not the one of this token. */
async function endSurplusSessions(tx: Tx, account_id: string, token: string) {
  const sessions = tx.selectFrom('sessions').select('token_hash')
  const surplus = sessions
    .where('account_id', '=', account_id)
    .where('token_hash', '<>', tokenHash(token))
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .offset(MAX_SESSIONS_OF_ACCOUNT - 1)
  await tx
    .deleteFrom('sessions')
    .where('token_hash', 'in', sessions.where('token_hash', 'in', surplus).forUpdate().skipLocked())
    .execute()
}

/** Ends the session of this token. */
export async function logOut(db: Database, token: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash(token)).execute()
}

type Session = { actor: Actor; started: number; lastUsed: number }

/** The largest number of sessions in memory. */
const MAX_HELD_SESSIONS = 100_000

/**
 * Sessions that were used lately, held in memory until one of their account's is ended or the account changes. Their
 * expiry is checked at each use.
 */
export class Sessions {
  readonly #db: Pool
  readonly #changes: ChangeLog
  readonly #rules: SetupRules
  readonly #sessions = new Map<string, Session>()
  readonly #ofAccount = new Map<string, string[]>()
  #reports = 0

  constructor(db: Pool, changes: ChangeLog, rules: SetupRules) {
    this.#db = db
    this.#rules = rules
    this.#changes = changes
    changes.onChange(({ accounts }) => this.#forget(accounts))
  }

  /**
   * The actor of this token, unless the session has expired. With `countsAsUse: false` it does not extend the session.
   * All changes that were committed before the call have been reported when it resolves.
   */
  async identify(token: string, now: Date, { countsAsUse } = { countsAsUse: true }): Promise<Actor | undefined> {
    const key = hashOf(token)
    await this.#changes.catchUp()
    const held = this.#sessions.get(key)
    // The last use is read again, since another process may have updated it.
    const isRecent = held && Math.abs(now.getTime() - held.lastUsed) <= LAST_USE_UPDATE_INTERVAL
    const session = isRecent ? held : await this.#read(key)
    if (!session) return undefined
    const { actor, lastUsed } = session
    if (isExpired(actor.role, session, now)) return undefined
    const unused = now.getTime() - lastUsed
    if (actor.role !== 'customer' && !actor.is_active) return undefined
    // A last use in the future is from a clock that was set back later, and would extend the session.
    if (countsAsUse && Math.abs(unused) > LAST_USE_UPDATE_INTERVAL) {
      const stored = this.#db
        .updateTable('sessions')
        .set({ last_used_at: now })
        .where('token_hash', '=', storedHash(key))
        .execute()
      await stored.catch(throwUnlessFull)
      session.lastUsed = now.getTime()
    }
    return actor
  }

  /** Whether the user of this session entered the password within `RECENT_LOGIN`. */
  async isRecentlyAuthenticated(token: string, now: Date): Promise<boolean> {
    // Read from the database, since the password may have been confirmed through another process.
    const session = await this.#db
      .selectFrom('sessions')
      .select('authenticated_at')
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    // A time in the future is from a clock that was set back later, and would stay recent for too long.
    return session !== undefined && Math.abs(now.getTime() - Date.parse(session.authenticated_at)) <= RECENT_LOGIN
  }

  async #read(key: string): Promise<Session | undefined> {
    const reports = this.#reports
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['accounts.id', 'role', 'name', 'is_active', 'has_second_factor', 'password_is_temporary'])
      .select(['sessions.created_at', 'last_used_at'])
      .where('token_hash', '=', storedHash(key))
      .executeTakeFirst()
    if (!row) return undefined
    const { id, role, name, is_active } = row
    const must_first = requiredSetup(row, this.#rules)
    const actor = { id, role, name, is_active, ...(must_first && { must_first }) }
    const session = { actor, started: Date.parse(row.created_at), lastUsed: Date.parse(row.last_used_at) }
    // A change that was reported during the query may be newer than this row.
    if (reports === this.#reports) this.#hold(key, session)
    return session
  }

  #hold(key: string, session: Session) {
    if (this.#sessions.size >= MAX_HELD_SESSIONS) this.#forget('all')
    const { id } = session.actor
    if (!this.#sessions.has(key)) this.#ofAccount.set(id, [...(this.#ofAccount.get(id) ?? []), key])
    this.#sessions.set(key, session)
  }

  #forget(accounts: Changed) {
    if (accounts === 'all') {
      this.#sessions.clear()
      this.#ofAccount.clear()
    } else {
      for (const id of accounts) {
        for (const key of this.#ofAccount.get(id) ?? []) this.#sessions.delete(key)
        this.#ofAccount.delete(id)
      }
    }
    if (accounts === 'all' || accounts.size) this.#reports++
  }
}

/**
 * Whether a session of this role has exceeded its idle limit or its lifetime. `started` and `lastUsed` are milliseconds
 * since 1970.
 */
export function isExpired(role: Role, { started, lastUsed }: Pick<Session, 'started' | 'lastUsed'>, now: Date) {
  return now.getTime() - lastUsed > SESSION_IDLE_LIMIT[role] || now.getTime() - started > SESSION_LIFETIME[role]
}

/**
 * Deletes the sessions that have exceeded the longest limits of any role. Those of an admin, which expire earlier, are
 * refused by `isExpired` and stay until then.
 */
export async function deleteExpiredSessions(db: Pool, now: Date) {
  const since = (limits: Record<Role, number>) => new Date(now.getTime() - Math.max(...Object.values(limits)))
  await db
    .deleteFrom('sessions')
    .where(eb =>
      eb.or([
        eb('last_used_at', '<', since(SESSION_IDLE_LIMIT).toISOString()),
        eb('created_at', '<', since(SESSION_LIFETIME).toISOString()),
      ]),
    )
    .execute()
}

/** The account and contact data of a customer, as the session’s user; throws for an unknown id. */
export async function sessionUser(db: Database, id: string): Promise<SessionUser> {
  const { email, ...user } = await db
    .selectFrom('accounts')
    .innerJoin('customers', 'customers.id', 'accounts.id')
    .select(['accounts.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'is_active'])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...user, email: email ?? '' }
}

/** On a full disk the last use cannot be stored, but the session can still be used. */
function throwUnlessFull(error: unknown) {
  if (!isStorageFull(error)) throw error
}
