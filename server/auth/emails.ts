import { LINK_LIFETIME } from '#contract/auth.ts'
import { accountKey } from '#contract/turkish.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'
import { queueMail } from '../mail/outbox.ts'
import { mailAddress, refuseTakenEmail } from './accounts.ts'
import { confirmationLetter, emailChangedLetter, recoveryLetter } from './letters.ts'
import { lastUndoneAt } from './links.ts'
import { countRequest } from './request-limits.ts'

/**
 * Changes an account's e-mail address and mails both the old and the new one. Until the new one is confirmed, mails
 * go to the last confirmed one, which can undo the change for a week. Refuses with `wrong_password` if the password has
 * changed since it was verified.
 */
export async function changeEmail(
  tx: Tx,
  id: string,
  email: string,
  now: Date,
  /** The hash of the verified password, empty if none was given; undefined where none is required. */
  provenHash?: string,
): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select(['name', 'username', 'email', 'email_key', 'confirmed_email', 'confirmed_email_key', 'password_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const email_key = accountKey(email)
  const isProven = provenHash === undefined || provenHash === account.password_hash
  if (!isProven && email_key !== account.email_key) refuseField('wrong_password', 'current_password')
  const isConfirmed = email_key === account.confirmed_email_key
  await refuseTakenEmail(tx, email_key, id, now)
  await tx
    .updateTable('accounts')
    .set({ email, email_key, email_set_at: now, ...(isConfirmed && { confirmed_email: email }) })
    .where('id', '=', id)
    .execute()
  // Only spelled differently, or back to the confirmed address: nothing to confirm.
  if (email_key === account.email_key || isConfirmed) return
  const oldAddress = mailAddress(account)
  if (oldAddress) {
    const { name, username, confirmed_email } = account
    const until = new Date(now.getTime() + LINK_LIFETIME.undo).toISOString()
    // An unconfirmed address may be a stranger's, so it gets no undo link.
    const undone_at = await lastUndoneAt(tx, id)
    const undo = confirmed_email === null ? undefined : { account_id: id, email: confirmed_email, until, undone_at }
    // Due first, so that the old address has its undo link before the new one can be confirmed.
    const before = new Date(now.getTime() - 1)
    await queueMail(
      tx,
      emailChangedLetter,
      { name, username, told: oldAddress, email, stays: undo !== undefined, undo },
      before,
    )
  }
  await queueMail(tx, confirmationLetter, { account_id: id }, now)
}

type MailRequest = { email: string; network: string }

/**
 * Queues another confirmation mail for an address. The account is looked up when the mail is rendered, so that neither
 * the reply nor its timing reveals whether it exists.
 */
export async function requestConfirmationMail(db: Pool, { email, network }: MailRequest, now: Date) {
  await countRequest(db, 'mail', network, now)
  await inTransaction(db, tx => queueMail(tx, confirmationLetter, { email }, now))
}

/** Queues a password reset mail for an address; as with confirmations, the reply reveals nothing about the account. */
export async function requestPasswordReset(db: Pool, { email, network }: MailRequest, now: Date) {
  await countRequest(db, 'mail', network, now)
  await inTransaction(db, tx => queueMail(tx, recoveryLetter, { email }, now))
}
