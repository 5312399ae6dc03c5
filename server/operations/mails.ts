import type { AuditAction } from '#contract/audit.ts'
import type { OutgoingMail } from '#contract/operations.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import {
  giveUp,
  isBeingSent,
  lockGivenUpMails,
  lockUnsentMail,
  makeDue,
  type UnsentMail,
  unsentMails,
} from '../mail/unsent.ts'

/** Mails that wait or were given up, newest first. */
export function listMails(db: Database, state: 'waiting' | 'given_up' | undefined, now: Date): List<OutgoingMail> {
  const mails = unsentMails(db)
  return keyedList(state ? mails.where('gave_up_at', state === 'waiting' ? 'is' : 'is not', null) : mails, {
    direction: 'desc',
    key: [
      { ref: 'mails.created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'mails.id', kind: 'id', of: row => row.id },
    ],
    item: ({ claimed_until, ...mail }) => ({ ...mail, is_being_sent: isBeingSent({ claimed_until }, now) }),
  })
}

/**
 * Makes a waiting or given-up mail due now, and resets the count of its attempts. Refuses with `mail_being_sent`
 * while an attempt is running, as the mail could be sent twice, and with `not_found` if it has been sent.
 */
export async function retryMail(db: Database, by: By, id: string) {
  await inTransaction(db, async tx => {
    const mail = await lockIdleMail(tx, by, id)
    await makeDue(tx, [id], by.now)
    await recordAction(tx, by, 'retried', [mail])
  })
}

/** Gives up a waiting mail. Refuses as `retryMail` does; one that was given up stays as it is. */
export async function giveUpMail(db: Database, by: By, id: string) {
  await inTransaction(db, async tx => {
    const mail = await lockIdleMail(tx, by, id)
    if (mail.gave_up_at) return
    await giveUp(tx, id, by.now)
    await recordAction(tx, by, 'given_up', [mail])
  })
}

/** The most mails that are retried together; the rest stay given up. */
const MAX_RETRIED = 1000

/** Makes given-up mails due now, the oldest first, at most `MAX_RETRIED`, and returns their number. */
export async function retryGivenUpMails(db: Database, by: By): Promise<number> {
  return inTransaction(db, async tx => {
    const mails = await lockGivenUpMails(tx, MAX_RETRIED)
    if (mails.length === 0) return 0
    await makeDue(
      tx,
      mails.map(({ id }) => id),
      by.now,
    )
    await recordAction(tx, by, 'retried', mails)
    return mails.length
  })
}

async function lockIdleMail(tx: Tx, { now }: By, id: string): Promise<UnsentMail> {
  const mail = (await lockUnsentMail(tx, id)) ?? refuse('not_found')
  return isBeingSent(mail, now) ? refuse('mail_being_sent') : mail
}

/** Records no address, which the trail would keep when its customer is deleted. */
async function recordAction(tx: Tx, by: By, action: AuditAction, mails: UnsentMail[]) {
  const records = mails.map(({ id, kind }) => ({ action, entity: 'mail', entity_id: id, after: { kind } }) as const)
  await record(tx, by, records)
}
