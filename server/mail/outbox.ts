import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../db/tables.ts'
import { type Pool, queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import { createClaim, type Outbox } from '../outbox/outbox.ts'
import { nextAttempt } from '../outbox/retries.ts'
import type { LetterKind } from './letter-kind.ts'

const DAY = 24 * 60 * 60_000

/** A mail that could not be sent for this long, in milliseconds, is given up. */
const GIVE_UP_AFTER = 3 * DAY

/** How long sent and given-up mails are stored after they were queued, in milliseconds. */
const RETENTION = 30 * DAY

/** Queues a mail. Call it in the transaction of the event that it reports, so that neither exists without the other. */
export async function queueMail<Facts>(db: Tx, kind: LetterKind<Facts>, facts: Facts, now: Date) {
  await queueStatement(db, statementOf(QUEUE, [randomUUID(), kind.name, kind.serialize(facts), now]))
}

const QUEUE = 'insert into mails (id, kind, facts, created_at, next_at) values ($1, $2, $3, $4, $4)'

export type Mail = NonNullable<Awaited<ReturnType<typeof claimDueMail>>>

/** The outbox of mails. Sent mails and those that were given up stay in it for a while. */
export const MAILS: Outbox = {
  table: 'mails',
  update: 'update mails',
  waiting: 'sent_at is null and gave_up_at is null',
  columns: 'kind, facts, created_at, coalesce(retried_at, created_at) as tried_since',
  recordSent: 'update mails set recipient = $5, sent_at = $1::timestamptz, last_error = null where id = $3::uuid',
}

type ClaimedMail = Pick<Selectable<Tables['mails']>, 'id' | 'kind' | 'facts' | 'created_at' | 'tries'> & {
  claimed_until: string
  /** When it was queued or, since then, an admin requested another attempt. */
  tried_since: string
}

const claim = createClaim<ClaimedMail>(MAILS)

const claimRetried = createClaim<ClaimedMail>({
  ...MAILS,
  waiting: `${MAILS.waiting} and retried_at > $6::timestamptz`,
})

type Claiming = { sent?: SentMail | undefined; sending?: readonly string[]; retriedSince?: Date | undefined }

/**
 * Claims the mail that has been due the longest, and records one that was sent. With `retriedSince`, only a mail for
 * which an admin has requested another attempt since then is claimed.
 */
export function claimDueMail(db: Pool, now: Date, { sent, sending, retriedSince }: Claiming = {}) {
  const recipient = sent?.recipient ?? null
  const claiming = { sent: sent?.id, sending: sending ?? [] }
  if (!retriedSince) return claim(db, now, { ...claiming, values: [recipient] })
  return claimRetried(db, now, { ...claiming, values: [recipient, retriedSince] })
}

/** A mail that a mail server has accepted. */
export type SentMail = Pick<ClaimedMail, 'id'> & { recipient: string }

/** Records that a mail server has accepted the mail. */
export async function recordSent(db: Pool, { id, recipient }: SentMail, now: Date) {
  await db.updateTable('mails').set({ recipient, sent_at: now, last_error: null }).where('id', '=', id).execute()
}

/**
 * Records why a mail could not be sent, and schedules a retry or gives it up; `recipient` is its address, if the letter
 * could be written. If another process has claimed the mail since, this changes nothing.
 */
export async function recordFailure(
  db: Pool,
  { id, tries, claimed_until, tried_since }: Mail,
  { why, isFinal, recipient }: { why: string; isFinal: boolean; recipient?: string | undefined },
  now: Date,
): Promise<'gave up' | 'will try again'> {
  const next_at = nextAttempt(tries, now)
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

/**
 * Gives up the mails that have waited for too long, untried because the mail server cannot be used, with the reason;
 * resolves to their number. Without this they would be sent late, when the server can be used again.
 */
export async function giveUpOldMails(db: Pool, why: string, now: Date): Promise<number> {
  const start = new Date(now.getTime() - GIVE_UP_AFTER).toISOString()
  const result = await db
    .updateTable('mails')
    .set({ gave_up_at: now, last_error: sql`coalesce(last_error, ${why.slice(0, 500)})` })
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where(sql<boolean>`coalesce(retried_at, created_at) < ${start}`)
    .where(eb => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now.toISOString())]))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Deletes a mail that has become obsolete. */
export async function dropMail(db: Pool, { id }: Pick<Mail, 'id'>) {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Deletes all queued mails: the events of sample data never happened. */
export async function dropQueuedMails(db: Database) {
  await db.deleteFrom('mails').where('sent_at', 'is', null).execute()
}

/** Deletes mails that were queued long ago and have been sent or given up. */
export async function deleteOldMails(db: Pool, now: Date) {
  const start = new Date(now.getTime() - RETENTION).toISOString()
  await db
    .deleteFrom('mails')
    .where('created_at', '<', start)
    .where(eb => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .execute()
}
