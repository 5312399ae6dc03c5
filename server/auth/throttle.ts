import type { SelectQueryBuilder } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { Database, Tables } from '../db/tables.ts'
import { Refusal, sentence } from '../http/refusal.ts'

/** How far back failures count. */
const WINDOW = 15 * 60 * 1000

/** So many failures within the window, and no further try is looked at. */
export const MOST_FAILURES = { usernameFromAddress: 10, username: 100, address: 40 }

export type Try = { role: Role; username_key: string; address: string }

/**
 * Notes a try to log in before its password is looked at, and refuses it if too many failed lately. Tries under way
 * count against the same username and address, so that many at once cannot slip through together; against the wider
 * limits only failures count, so that many people who log in at once from one office do not shut each other out.
 * A refused try leaves no note. Answers how to note that the password was wrong.
 */
export async function noteTry(
  db: Database,
  { role, username_key, address }: Try,
  now: Date,
): Promise<() => Promise<void>> {
  const { id } = await db
    .insertInto('login_failures')
    .values({ role, username_key, address, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const note = db.selectFrom('login_failures').where('id', '<', id)
  const ofUsername = note.where('role', '=', role).where('username_key', '=', username_key)
  const ends = await Promise.all([
    blockedUntil(ofUsername.where('address', '=', address), MOST_FAILURES.usernameFromAddress, now),
    blockedUntil(ofUsername.where('is_decided', '=', true), MOST_FAILURES.username, now),
    blockedUntil(note.where('address', '=', address).where('is_decided', '=', true), MOST_FAILURES.address, now),
  ])
  const end = Math.max(...ends)
  if (end > 0) {
    await db.deleteFrom('login_failures').where('id', '=', id).execute()
    const seconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
    throw new Refusal('too_many_tries', sentence('too_many_tries', Math.ceil(seconds / 60)), undefined, seconds)
  }
  return async () => {
    await db.updateTable('login_failures').set({ is_decided: true }).where('id', '=', id).execute()
  }
}

/** When the oldest of the last so many notes leaves the window; 0 if there are not so many. */
async function blockedUntil(notes: SelectQueryBuilder<Tables, 'login_failures', object>, most: number, now: Date) {
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
