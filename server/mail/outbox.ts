import { randomUUID } from 'node:crypto'
import type { Database } from '../db/tables.ts'
import type { LetterKind } from './letters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A try that has not ended after so long is taken for dead: longer than the transport waits for a mail server. */
const LEASE = 5 * MINUTE

/** A mail that could not be sent for so long is given up. */
const PATIENCE = 3 * DAY

/** What has been sent or given up is remembered for so long. */
const REMEMBERED = 30 * DAY

/** Queues a mail. In the transaction of what it tells of, so that there is neither one without the other. */
export async function queueMail<Facts>(db: Database, kind: LetterKind<Facts>, facts: Facts, now: Date) {
  await db
    .insertInto('mails')
    .values({ id: randomUUID(), kind: kind.name, facts: kind.keep(facts), created_at: now, next_at: now })
    .execute()
}

export type Mail = NonNullable<Awaited<ReturnType<typeof takeDueMail>>>

/** Takes the mail that has been due for longest; until its lease ends no other process takes it. */
export function takeDueMail(db: Database, now: Date) {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('next_at', '<=', now.toISOString())
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mails')
    .set(eb => ({ tries: eb('tries', '+', 1), next_at: new Date(now.getTime() + LEASE) }))
    .where('id', '=', due)
    .returning(['id', 'kind', 'facts', 'created_at', 'tries'])
    .executeTakeFirst()
}

/** Notes that a mail server has taken the mail over. */
export async function noteSent(db: Database, { id }: Pick<Mail, 'id'>, recipient: string, now: Date) {
  await db.updateTable('mails').set({ recipient, sent_at: now, last_error: null }).where('id', '=', id).execute()
}

/**
 * Notes why a mail could not be sent. It is tried again after 30 seconds, then after twice as long each time, at most
 * an hour. Whoever comes after its lease changes nothing: the mail is somebody else's by then.
 */
export async function noteFailure(
  db: Database,
  { id, tries, created_at }: Mail,
  { why, isFinal }: { why: string; isFinal: boolean },
  now: Date,
): Promise<'gave up' | 'will try again'> {
  const next_at = new Date(now.getTime() + Math.min(HOUR, 30_000 * 2 ** (tries - 1)))
  const givesUp = isFinal || next_at.getTime() > Date.parse(created_at) + PATIENCE
  await db
    .updateTable('mails')
    .set({ last_error: why.slice(0, 500), ...(givesUp ? { gave_up_at: now } : { next_at }) })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('sent_at', 'is', null)
    .execute()
  return givesUp ? 'gave up' : 'will try again'
}

/** Forgets a mail that turned out to have nothing to say. */
export async function dropMail(db: Database, { id }: Pick<Mail, 'id'>) {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}

/** Forgets everything queued: what it tells of is a made-up past. */
export async function dropQueuedMails(db: Database) {
  await db.deleteFrom('mails').where('sent_at', 'is', null).execute()
}

/** Forgets mails whose matter ended long ago. */
export async function forgetOldMails(db: Database, now: Date) {
  const start = new Date(now.getTime() - REMEMBERED).toISOString()
  await db
    .deleteFrom('mails')
    .where('created_at', '<', start)
    .where(eb => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .execute()
}
