import { sql } from 'kysely'
import { MAX_REQUESTED_MAILS_PER_HOUR } from '#contract/auth.ts'
import { latestTime } from '../db/latest-time.ts'
import { type Pool, type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import { refuseUntil } from '../http/refusal.ts'

const HOUR = 60 * 60 * 1000

/** In milliseconds; longer than the outbox retries a mail (`GIVE_UP_AFTER` in `mail/outbox.ts`). */
const MAIL_RETRY_PERIOD = 4 * 24 * HOUR

/** The limits per hour: registrations and requested mails per network address, changes of address per account. */
const MAX_REQUESTS_PER_HOUR = { registration: 60, mail: 60, email_change: 5 }

/** Counts a request and refuses it with `too_many_requests` beyond the limit; refused requests are not counted. */
export async function countRequest(db: Pool, kind: keyof typeof MAX_REQUESTS_PER_HOUR, requester: string, now: Date) {
  const { id } = await db
    .insertInto('counted_requests')
    .values({ kind, asker: requester, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = await db
    .selectFrom('counted_requests')
    .select('asked_at')
    .where('kind', '=', kind)
    .where('asker', '=', requester)
    .where('id', '<', id)
    .where('asked_at', '>', new Date(now.getTime() - HOUR).toISOString())
    .where('asked_at', '<', latestTime(now))
    .orderBy('id', 'desc')
    .offset(MAX_REQUESTS_PER_HOUR[kind] - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await db.deleteFrom('counted_requests').where('id', '=', id).execute()
  refuseUntil('too_many_requests', Date.parse(oldest.asked_at) + HOUR, now)
}

/**
 * Whether a mail requested without authentication may be sent to this address, within a limit per hour. A mail that is
 * rendered again after a failed delivery is not counted again.
 */
export async function mayMailAddress(
  tx: Tx,
  { mailId: mail_id, email_key }: { mailId: string; email_key: string },
  now: Date,
): Promise<boolean> {
  await takeAdvisoryLock(tx, 'requested_mail', email_key)
  const requestedMails = tx.selectFrom('asked_mails').select('mail_id')
  if (await requestedMails.where('mail_id', '=', mail_id).executeTakeFirst()) return true
  const recent = await requestedMails
    .where('email_key', '=', email_key)
    .where('written_at', '>', new Date(now.getTime() - HOUR).toISOString())
    .where('written_at', '<', latestTime(now))
    .execute()
  if (recent.length >= MAX_REQUESTED_MAILS_PER_HOUR) return false
  await tx.insertInto('asked_mails').values({ mail_id, email_key, written_at: now }).execute()
  return true
}

/** Deletes the counted requests and mails that no longer count towards a limit. */
export async function deleteOldRequests(db: Pool, now: Date) {
  const since = (age: number) => new Date(now.getTime() - age).toISOString()
  const isOver = sql<boolean>`asked_at <= ${since(HOUR)} or asked_at >= ${latestTime(now)}`
  await db.deleteFrom('counted_requests').where(isOver).execute()
  await db.deleteFrom('asked_mails').where('written_at', '<=', since(MAIL_RETRY_PERIOD)).execute()
}
