import type { SelectQueryBuilder } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { Database, Tables } from '../db/tables.ts'
import { inTransaction, type Pool, takeAdvisoryLock } from '../db/transaction.ts'
import { Refusal, sentence } from '../http/refusal.ts'
import { enqueuePasswordCheck } from './passwords.ts'

/** How long failures count, in milliseconds. */
const WINDOW = 15 * 60 * 1000

/** The limits of failures within the window; beyond them, further attempts are refused. */
export const MAX_FAILURES = { usernameFromAddress: 10, username: 100, address: 40 }

export type LoginAttempt = { role: Role; username_key: string; network: string }

/**
 * Verifies a password, or refuses with `too_many_tries` after too many recent failures. `verify` returns undefined
 * for a wrong password, and so does this function. The limits are checked twice: before the attempt waits in the
 * queue of its address, and when its turn has come. From then on it counts as a failure; a right password clears
 * that and all failures of the username. A refused attempt is not counted.
 */
export async function checkPasswordThrottled<T>(
  db: Pool,
  { role, username_key, network }: LoginAttempt,
  now: Date,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = { role, username_key, network }
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
 * users who log in at once from one office do not lock each other out.
 */
async function recordAttempt(db: Pool, attempt: LoginAttempt, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('login_failures')
    .values({ role: attempt.role, username_key: attempt.username_key, address: attempt.network, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const earlier = db.selectFrom('login_failures').where('id', '<', id)
  const ofUsernameFromAddress = earlier
    .where('role', '=', attempt.role)
    .where('username_key', '=', attempt.username_key)
    .where('address', '=', attempt.network)
  const [ofUsername, ofAddress] = failures(earlier, attempt)
  const ends = await Promise.all([
    blockedUntil(ofUsernameFromAddress, MAX_FAILURES.usernameFromAddress, now),
    blockedUntil(ofUsername, MAX_FAILURES.username, now),
    blockedUntil(ofAddress, MAX_FAILURES.address, now),
  ])
  const end = Math.max(...ends)
  if (end === 0) return id
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
  return refuseUntil(end, now)
}

/** Counts an attempt as a failure, serialized across processes, or refuses it beyond a limit. */
async function countAsFailure(db: Pool, id: number, attempt: LoginAttempt, now: Date) {
  await inTransaction(db, async tx => {
    await takeAdvisoryLock(tx, 'login_attempts')
    const [ofUsername, ofAddress] = failures(tx.selectFrom('login_failures').where('id', '<>', id), attempt)
    const end =
      (await blockedUntil(ofUsername, MAX_FAILURES.username, now)) ||
      (await blockedUntil(ofAddress, MAX_FAILURES.address, now))
    if (end > 0) refuseUntil(end, now)
    await tx.updateTable('login_failures').set({ is_decided: true }).where('id', '=', id).execute()
  })
}

type FailureQuery = SelectQueryBuilder<Tables, 'login_failures', object>

/** The failures of a username from all addresses, and those of an address for all usernames. */
function failures(query: FailureQuery, { role, username_key, network }: LoginAttempt): [FailureQuery, FailureQuery] {
  const counted = query.where('is_decided', '=', true)
  return [
    counted.where('role', '=', role).where('username_key', '=', username_key),
    counted.where('address', '=', network),
  ]
}

function refuseUntil(end: number, now: Date): never {
  const seconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  throw new Refusal('too_many_tries', sentence('too_many_tries', Math.ceil(seconds / 60)), undefined, seconds)
}

/** When the block ends, as the oldest of the last `most` failures leaves the window; 0 if there are fewer. */
async function blockedUntil(query: FailureQuery, most: number, now: Date) {
  const oldest = await query
    .select('failed_at')
    .where('failed_at', '>', new Date(now.getTime() - WINDOW).toISOString())
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Date.parse(oldest.failed_at) + WINDOW : 0
}

/** Clears the failures of a username, after a right password or when an admin unlocks it. */
export async function clearFailures(db: Database, { role, username_key }: Omit<LoginAttempt, 'network'>) {
  await db.deleteFrom('login_failures').where('role', '=', role).where('username_key', '=', username_key).execute()
}

/** Deletes the failures that no longer count. */
export async function deleteOldFailures(db: Pool, now: Date) {
  const start = new Date(now.getTime() - WINDOW).toISOString()
  await db.deleteFrom('login_failures').where('failed_at', '<=', start).execute()
}
