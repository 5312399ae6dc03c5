import { MOST_ASKED_MAILS } from '#contract/auth.ts'
import { type Database, type Tx, takeAdvisoryLock } from '../db/tables.ts'
import { Refusal, sentence } from '../http/refusal.ts'

const HOUR = 60 * 60 * 1000

/** No mail is tried for longer. */
const LONGEST_TRIED = 4 * 24 * HOUR

/** So many an hour are allowed to one asker: registrations and mails to a network address, changes to an account. */
export const MOST_REQUESTS = { registration: 60, mail: 60, email_change: 5 }

/** Counts a request, and refuses it if there were too many within the last hour. A refused one does not count. */
export async function noteRequest(db: Database, kind: keyof typeof MOST_REQUESTS, asker: string, now: Date) {
  const { id } = await db
    .insertInto('counted_requests')
    .values({ kind, asker, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = await db
    .selectFrom('counted_requests')
    .select('asked_at')
    .where('kind', '=', kind)
    .where('asker', '=', asker)
    .where('id', '<', id)
    .where('asked_at', '>', new Date(now.getTime() - HOUR).toISOString())
    .orderBy('id', 'desc')
    .offset(MOST_REQUESTS[kind] - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await db.deleteFrom('counted_requests').where('id', '=', id).execute()
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest.asked_at) + HOUR - now.getTime()) / 1000))
  throw new Refusal('too_many_requests', sentence('too_many_requests', Math.ceil(seconds / 60)), undefined, seconds)
}

/**
 * Whether a mail that somebody unknown asked for may go to this address: five an hour may. Asked again for the same
 * mail (it could not be sent, and is written anew) the answer stays.
 */
export async function mayBeMailed(
  tx: Tx,
  { mailId: mail_id, email_key }: { mailId: string; email_key: string },
  now: Date,
): Promise<boolean> {
  await takeAdvisoryLock(tx, `asked mail to ${email_key}`)
  const asked = tx.selectFrom('asked_mails').select('mail_id')
  if (await asked.where('mail_id', '=', mail_id).executeTakeFirst()) return true
  const lately = await asked
    .where('email_key', '=', email_key)
    .where('written_at', '>', new Date(now.getTime() - HOUR).toISOString())
    .execute()
  if (lately.length >= MOST_ASKED_MAILS) return false
  await tx.insertInto('asked_mails').values({ mail_id, email_key, written_at: now }).execute()
  return true
}

/** Forgets the requests and mails that no longer count. */
export async function forgetOldRequests(db: Database, now: Date) {
  const since = (age: number) => new Date(now.getTime() - age).toISOString()
  await db.deleteFrom('counted_requests').where('asked_at', '<=', since(HOUR)).execute()
  await db.deleteFrom('asked_mails').where('written_at', '<=', since(LONGEST_TRIED)).execute()
}
