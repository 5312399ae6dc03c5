import type { SelectQueryBuilder } from 'kysely'
import type { Role } from '#contract/call.ts'
import { type Database, inTransaction, type Tables, takeAdvisoryLock } from '../db/tables.ts'
import { Refusal, sentence } from '../http/refusal.ts'
import { inLine } from './passwords.ts'

/** How far back failures count. */
const WINDOW = 15 * 60 * 1000

/** So many failures within the window, and no further try is looked at. */
export const MOST_FAILURES = { usernameFromAddress: 10, username: 100, address: 40 }

export type Try = { role: Role; username_key: string; address: string }

/**
 * Looks at a password, unless too many were wrong lately: `too_many_tries`. `look` answers undefined for a wrong one, and
 * so does this. The try is counted twice over: before it waits for its turn among those of its address, and again when
 * its turn has come. From then on it counts as a failure against every limit; a right password takes that back and
 * forgets the username's failures. A refused try leaves no trace.
 */
export async function tryPassword<T>(
  db: Database,
  { role, username_key, address }: Try,
  now: Date,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const tried = { role, username_key, address }
  const id = await noteTry(db, tried, now)
  try {
    return await inLine(address, async () => {
      await countAsFailure(db, id, tried, now)
      const found = await look()
      if (found !== undefined) await forgetFailures(db, tried)
      return found
    })
  } catch (error) {
    await db.deleteFrom('login_failures').where('id', '=', id).execute()
    throw error
  }
}

/**
 * Notes a try, and refuses it if there were too many. Those that wait count against the same username and address, so
 * that a few people cannot fill the queue; against the wider limits only failures count, so that many people who log in
 * at once from one office do not shut each other out.
 */
async function noteTry(db: Database, tried: Try, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('login_failures')
    .values({ ...tried, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const note = db.selectFrom('login_failures').where('id', '<', id)
  const ofUsernameFromAddress = note
    .where('role', '=', tried.role)
    .where('username_key', '=', tried.username_key)
    .where('address', '=', tried.address)
  const [ofUsername, ofAddress] = failures(note, tried)
  const ends = await Promise.all([
    blockedUntil(ofUsernameFromAddress, MOST_FAILURES.usernameFromAddress, now),
    blockedUntil(ofUsername, MOST_FAILURES.username, now),
    blockedUntil(ofAddress, MOST_FAILURES.address, now),
  ])
  const end = Math.max(...ends)
  if (end === 0) return id
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
  return refuseUntil(end, now)
}

/** Counts a try as a failure from now on, one after the other over all processes; refuses it if there were too many. */
async function countAsFailure(db: Database, id: number, tried: Try, now: Date) {
  await inTransaction(db, async tx => {
    await takeAdvisoryLock(tx, 'password tries')
    const [ofUsername, ofAddress] = failures(tx.selectFrom('login_failures').where('id', '<>', id), tried)
    const end =
      (await blockedUntil(ofUsername, MOST_FAILURES.username, now)) ||
      (await blockedUntil(ofAddress, MOST_FAILURES.address, now))
    if (end > 0) refuseUntil(end, now)
    await tx.updateTable('login_failures').set({ is_decided: true }).where('id', '=', id).execute()
  })
}

type Notes = SelectQueryBuilder<Tables, 'login_failures', object>

/** The failures of a username, from wherever they came, and those of an address, whatever it tried. */
function failures(notes: Notes, { role, username_key, address }: Try): [Notes, Notes] {
  const counted = notes.where('is_decided', '=', true)
  return [
    counted.where('role', '=', role).where('username_key', '=', username_key),
    counted.where('address', '=', address),
  ]
}

function refuseUntil(end: number, now: Date): never {
  const seconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  throw new Refusal('too_many_tries', sentence('too_many_tries', Math.ceil(seconds / 60)), undefined, seconds)
}

/** When the oldest of the last so many notes leaves the window; 0 if there are not so many. */
async function blockedUntil(notes: Notes, most: number, now: Date) {
  const oldest = await notes
    .select('failed_at')
    .where('failed_at', '>', new Date(now.getTime() - WINDOW).toISOString())
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Date.parse(oldest.failed_at) + WINDOW : 0
}

/** Forgets the failures of a username: its password was right, or somebody unlocked it by hand. */
export async function forgetFailures(db: Database, { role, username_key }: Omit<Try, 'address'>) {
  await db.deleteFrom('login_failures').where('role', '=', role).where('username_key', '=', username_key).execute()
}

/** Forgets the failures that no longer count. */
export async function forgetOldFailures(db: Database, now: Date) {
  const start = new Date(now.getTime() - WINDOW).toISOString()
  await db.deleteFrom('login_failures').where('failed_at', '<=', start).execute()
}
