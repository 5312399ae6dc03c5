import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

/** A mail that has not been sent, without its facts, which may contain secrets of the recipient. */
export type UnsentMail = Awaited<ReturnType<typeof lockUnsentMail>> & {}

/** The mails that have not been sent: waiting and given-up ones. */
export function unsentMails(db: Database) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'created_at', 'tries', 'next_at', 'claimed_until', 'gave_up_at', 'last_error'])
    .where('sent_at', 'is', null)
}

/** An unsent mail, locked until the transaction ends, so that no process can claim it; undefined if there is none. */
export async function lockUnsentMail(tx: Tx, id: string) {
  return unsentMails(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether a process is sending the mail, or was when it died less than a lease ago. */
export const isBeingSent = ({ claimed_until }: Pick<UnsentMail, 'claimed_until'>, now: Date) =>
  claimed_until !== null && Date.parse(claimed_until) > now.getTime()

/** Makes locked mails due, as if they had just been queued. None of them must be in flight. */
export async function makeDue(tx: Tx, ids: string[], now: Date) {
  await tx
    .updateTable('mails')
    .set({ next_at: now, tries: 0, gave_up_at: null, claimed_until: null, retried_at: now })
    .where('id', 'in', ids)
    .execute()
}

/** Gives up a locked mail, which must not be in flight. */
export async function giveUp(tx: Tx, id: string, now: Date) {
  await tx.updateTable('mails').set({ gave_up_at: now }).where('id', '=', id).execute()
}

/** How many mails wait, and how many were given up. */
export async function countUnsentMails(db: Database): Promise<{ waiting: number; given_up: number }> {
  return db
    .selectFrom('mails')
    .select(eb => [
      eb.fn.countAll<number>().filterWhere('gave_up_at', 'is', null).as('waiting'),
      eb.fn.countAll<number>().filterWhere('gave_up_at', 'is not', null).as('given_up'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Up to `most` mails that were given up, the oldest first, locked until the transaction ends. */
export async function lockGivenUpMails(tx: Tx, most: number) {
  return unsentMails(tx).where('gave_up_at', 'is not', null).orderBy('created_at').limit(most).forUpdate().execute()
}
