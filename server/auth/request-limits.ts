import { sql } from 'kysely'
import { MAX_REQUESTED_MAILS_PER_HOUR } from '#contract/auth.ts'
import { latestTime } from '../db/latest-time.ts'
import type { Database } from '../db/tables.ts'
import { type Pool, type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import { type Refusal, refusalUntil } from '../http/refusal.ts'

const HOUR = 60 * 60 * 1000

/** In milliseconds; longer than the outbox retries a mail (`GIVE_UP_AFTER` in `mail/outbox.ts`). */
const MAIL_RETRY_PERIOD = 4 * 24 * HOUR

/** The limits per hour: registrations and requested mails per network address, changes of address per account. */
const MAX_REQUESTS_PER_HOUR = { registration: 60, mail: 60, email_change: 5 }
type Kind = keyof typeof MAX_REQUESTS_PER_HOUR

/** Counts a request and refuses it with `too_many_requests` beyond the limit; refused requests are not counted. */
export async function countRequest(db: Pool, kind: Kind, requester: string, now: Date) {
  const { id } = await db
    .insertInto('counted_requests')
    .values({ kind, asker: requester, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = await oldestCounted(db, kind, now)
    .where('asker', '=', requester)
    .where('id', '<', id)
    .executeTakeFirst()
  if (!oldest) return
  await db.deleteFrom('counted_requests').where('id', '=', id).execute()
  throw refusalAfter(oldest, now)
}

/** The refusals (`too_many_requests`) of those requesters that have reached the limit, without counting anything. */
export async function refusalsAtLimit(
  db: Database,
  kind: Kind,
  requesters: string[],
  now: Date,
): Promise<Map<string, Refusal>> {
  const found = await db
    .selectFrom(sql<{ asker: string }>`unnest(${requesters}::text[])`.as<'requester'>(sql`requester (asker)`))
    .innerJoinLateral(
      oldestCounted(db, kind, now).where('asker', '=', sql.ref<string>('requester.asker')).as('oldest'),
      join => join.onTrue(),
    )
    .select(['requester.asker', 'oldest.asked_at'])
    .execute()
  return new Map(found.map(({ asker, ...oldest }) => [asker, refusalAfter(oldest, now)]))
}

/** Counts a request of each requester, whatever the limit. */
export async function countRequests(tx: Tx, kind: Kind, requesters: string[], now: Date) {
  if (requesters.length === 0) return
  await sql`
    insert into counted_requests (kind, asker, asked_at)
    select ${kind}, unnest(${requesters}::text[]), ${now}::timestamptz`.execute(tx)
}

/** The request of the past hour that is the oldest of those that exhaust the limit. */
const oldestCounted = (db: Database, kind: Kind, now: Date) =>
  db
    .selectFrom('counted_requests')
    .select('asked_at')
    .where('kind', '=', kind)
    .where('asked_at', '>', new Date(now.getTime() - HOUR).toISOString())
    .where('asked_at', '<', latestTime(now))
    .orderBy('id', 'desc')
    .offset(MAX_REQUESTS_PER_HOUR[kind] - 1)
    .limit(1)

const refusalAfter = ({ asked_at }: { asked_at: string }, now: Date) =>
  refusalUntil('too_many_requests', Date.parse(asked_at) + HOUR, now)

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
