import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../db/tables.ts'
import { later, type Pool, statementOf, type Tx } from '../db/transaction.ts'
import type { LetterKind } from './letter-kind.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An attempt counts as dead after this long; longer than the transport waits for a mail server. */
const LEASE = 5 * MINUTE

/** A mail that could not be sent for this long is given up. */
const GIVE_UP_AFTER = 3 * DAY

/** How long sent and given-up mails are stored. */
const RETENTION = 30 * DAY

/** Queues a mail. Call it in the transaction of the event that it reports, so that neither exists without the other. */
export async function queueMail<Facts>(db: Tx, kind: LetterKind<Facts>, facts: Facts, now: Date) {
  await later(db, statementOf(QUEUE, [randomUUID(), kind.name, kind.serialize(facts), now]))
}

const QUEUE = 'insert into mails (id, kind, facts, created_at, next_at) values ($1, $2, $3, $4, $4)'

export type Mail = NonNullable<Awaited<ReturnType<typeof claimDueMail>>>

/**
 * Claims the mail that has been due the longest; no other process can claim it until its lease ends. The same statement
 * records a mail that was sent before, to save a round trip. The mails that this process is `sending` are left alone,
 * as a clock that is set forward ends their leases.
 */
export async function claimDueMail(db: Pool, now: Date, sent?: SentMail, sending: readonly string[] = []) {
  const lease = new Date(now.getTime() + LEASE)
  const query = statementOf<ClaimedMail>(CLAIM, [now, lease, sent?.id ?? null, sent?.recipient ?? null, sending])
  const { rows } = await db.executeQuery(query.compile())
  return rows[0]
}

type ClaimedMail = Pick<Selectable<Tables['mails']>, 'id' | 'kind' | 'facts' | 'created_at' | 'tries'> & {
  claimed_until: string
  /** When it was queued or, since then, an admin requested another attempt. */
  tried_since: string
}

// No row may be changed twice by one statement, so a mail that was sent is not claimed, even if its lease has ended.
const CLAIM = `
  with sent as (
    update mails set recipient = $4, sent_at = $1::timestamptz, last_error = null where id = $3::uuid
  )
  update mails set tries = tries + 1, next_at = $2, claimed_until = $2
  where id = (
    select id from mails
    where sent_at is null and gave_up_at is null and next_at <= $1::timestamptz and id is distinct from $3::uuid
      and id <> all($5::uuid[])
    order by next_at limit 1 for update skip locked
  )
  returning id, kind, facts, created_at, tries, claimed_until, coalesce(retried_at, created_at) as tried_since`

/** A time to which no mail is put off, in milliseconds from now. */
const BEYOND_ANY_RETRY = 2 * HOUR

/**
 * Makes the mails due again that were put off by a clock which was set back since: when attempts that may still be
 * running have ended.
 */
export async function bringForward(db: Pool, now: Date) {
  const lease = new Date(now.getTime() + LEASE)
  await db
    .updateTable('mails')
    .set({
      next_at: lease,
      claimed_until: sql<Date>`case when claimed_until is not null then ${lease}::timestamptz end`,
    })
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('next_at', '>', new Date(now.getTime() + BEYOND_ANY_RETRY).toISOString())
    .execute()
}

/** A mail that a mail server has accepted. */
export type SentMail = Pick<ClaimedMail, 'id'> & { recipient: string }

/** Records that a mail server has accepted the mail. */
export async function recordSent(db: Pool, { id, recipient }: SentMail, now: Date) {
  await db.updateTable('mails').set({ recipient, sent_at: now, last_error: null }).where('id', '=', id).execute()
}

/**
 * Records why a mail could not be sent. It is retried after 30 seconds, then after twice as long each time, at most an
 * hour; `recipient` is the address of the mail, if it was written. If another process has claimed the mail since, this
 * changes nothing.
 */
export async function recordFailure(
  db: Pool,
  { id, tries, claimed_until, tried_since }: Mail,
  { why, isFinal, recipient }: { why: string; isFinal: boolean; recipient?: string | undefined },
  now: Date,
): Promise<'gave up' | 'will try again'> {
  const next_at = new Date(now.getTime() + Math.min(HOUR, 30_000 * 2 ** (tries - 1)))
  const givesUp = isFinal || next_at.getTime() > Date.parse(tried_since) + GIVE_UP_AFTER
  await db
    .updateTable('mails')
    .set({ last_error: why.slice(0, 500), claimed_until: null, ...(givesUp ? { gave_up_at: now } : { next_at }) })
    .$if(recipient !== undefined, query => query.set({ recipient: recipient ?? null }))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('claimed_until', '=', claimed_until)
    .where('sent_at', 'is', null)
    .execute()
  return givesUp ? 'gave up' : 'will try again'
}

/** Deletes a mail that has become obsolete. */
export async function dropMail(db: Pool, { id }: Pick<Mail, 'id'>) {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Deletes all queued mails: the events of sample data never happened. */
export async function dropQueuedMails(db: Database) {
  await db.deleteFrom('mails').where('sent_at', 'is', null).execute()
}

/** Deletes mails that were sent or given up long ago. */
export async function deleteOldMails(db: Pool, now: Date) {
  const start = new Date(now.getTime() - RETENTION).toISOString()
  await db
    .deleteFrom('mails')
    .where('created_at', '<', start)
    .where(eb => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .execute()
}
