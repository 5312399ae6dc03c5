import { type SelectQueryBuilder, sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import { latestTime } from '../db/latest-time.ts'
import type { Database, Tables } from '../db/tables.ts'
import { inTransaction, type Pool, takeAdvisoryLock } from '../db/transaction.ts'
import { refuseUntil } from '../http/refusal.ts'
import { enqueuePasswordCheck } from './passwords.ts'

/** How long failures count, in milliseconds. */
const WINDOW = 15 * 60 * 1000

/** The limits of failures within the window; beyond them, further attempts are refused. */
const MAX_FAILURES = { usernameFromAddress: 10, username: 100, address: 40, device: 10 }

type LoginAttempt = {
  role: Role
  username_key: string
  network: string
  /** The hash of the token of a browser that has logged in to this account before (`devices.ts`), or of a session. */
  device?: Buffer | undefined
}

/**
 * Verifies a password, or refuses with `too_many_tries` after too many recent failures. `verify` returns undefined
 * for a wrong password, and so does this function. The limits are checked twice: before the attempt waits in the
 * queue of its address, and when its turn has come. From then on it counts as a failure; a right password clears
 * that and all failures of the username. A refused attempt is not counted. An attempt of a known device is refused only
 * after too many failures of that device, and clears only these, so that it gives other clients no further attempts.
 */
export async function checkPasswordThrottled<T>(
  db: Pool,
  { role, username_key, network, device }: LoginAttempt,
  now: Date,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = { role, username_key, network, device }
  const id = await recordAttempt(db, attempt, now)
  try {
    return await enqueuePasswordCheck(network, async () => {
      await countAsFailure(db, id, attempt, now)
      const found = await verify()
      if (found !== undefined) await clearFailures(db, attempt)
      return found
    })
  } catch (error) {
    await db.deleteFrom('login_failures').where('id', '=', id).execute()
    throw error
  }
}

/**
 * Records an attempt, and refuses it beyond a limit. Waiting attempts count against the limit of username and
 * address, so that one client cannot fill the queue; against the wider limits only failures count, so that many
 * users who log in simultaneously from one office do not lock each other out.
 */
async function recordAttempt(db: Pool, attempt: LoginAttempt, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('login_failures')
    .values({
      role: attempt.role,
      username_key: attempt.username_key,
      address: attempt.network,
      device: attempt.device ?? null,
      failed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const earlier = db.selectFrom('login_failures').where('id', '<', id)
  const ofUsername = earlier.where('role', '=', attempt.role).where('username_key', '=', attempt.username_key)
  const own = attempt.device
    ? blockedUntil(ofUsername.where('device', '=', attempt.device), MAX_FAILURES.device, now)
    : blockedUntil(ofUsername.where('address', '=', attempt.network), MAX_FAILURES.usernameFromAddress, now)
  const ends = await Promise.all([own, blockedByFailures(earlier, attempt, now)])
  const end = Math.max(...ends)
  if (end === 0) return id
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
  return refuseUntil('too_many_tries', end, now)
}

/** Counts an attempt as a failure, serialized across processes, or refuses it beyond a limit. */
async function countAsFailure(db: Pool, id: number, attempt: LoginAttempt, now: Date) {
  await inTransaction(db, async tx => {
    await takeAdvisoryLock(tx, 'login_attempts')
    const end = await blockedByFailures(tx.selectFrom('login_failures').where('id', '<>', id), attempt, now)
    if (end > 0) refuseUntil('too_many_tries', end, now)
    await tx.updateTable('login_failures').set({ is_decided: true }).where('id', '=', id).execute()
  })
}

type FailureQuery = SelectQueryBuilder<Tables, 'login_failures', object>

/**
 * When the limits of failures stop blocking an attempt, 0 if they do not block it. An attempt from a known device is
 * limited by the failures of this device for the username; any other one by the failures of the username from all
 * addresses, and of the address for all usernames.
 */
async function blockedByFailures(query: FailureQuery, attempt: LoginAttempt, now: Date): Promise<number> {
  const counted = query.where('is_decided', '=', true)
  const ofUsername = counted.where('role', '=', attempt.role).where('username_key', '=', attempt.username_key)
  if (attempt.device) return blockedUntil(ofUsername.where('device', '=', attempt.device), MAX_FAILURES.device, now)
  const ends = await Promise.all([
    blockedUntil(ofUsername, MAX_FAILURES.username, now),
    blockedUntil(counted.where('address', '=', attempt.network), MAX_FAILURES.address, now),
  ])
  return Math.max(...ends)
}

/** When the block ends: as the oldest of the last `limit` failures leaves the window; 0 if there are fewer. */
async function blockedUntil(query: FailureQuery, limit: number, now: Date) {
  const oldest = await query
    .select('failed_at')
    .where('failed_at', '>', new Date(now.getTime() - WINDOW).toISOString())
    .where('failed_at', '<', latestTime(now))
    .orderBy('id', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Date.parse(oldest.failed_at) + WINDOW : 0
}

/**
 * Clears the failures of a username, after a right password, with a new one, or when the command line unlocks it;
 * with a device, only the failures from that device. Attempts that are not decided stay: `countAsFailure` would wait
 * for a long transaction that deletes one, and all logins with it.
 */
export async function clearFailures(db: Database, { role, username_key, device }: Omit<LoginAttempt, 'network'>) {
  const ofUsername = db
    .deleteFrom('login_failures')
    .where('role', '=', role)
    .where('username_key', '=', username_key)
    .where('is_decided', '=', true)
  await (device ? ofUsername.where('device', '=', device) : ofUsername).execute()
}

/** Deletes the failures that no longer count. */
export async function deleteOldFailures(db: Pool, now: Date) {
  const start = new Date(now.getTime() - WINDOW).toISOString()
  const isOver = sql<boolean>`failed_at <= ${start} or failed_at >= ${latestTime(now)}`
  await db.deleteFrom('login_failures').where(isOver).execute()
}
