import { LINK_LASTS } from '#contract/auth.ts'
import { accountKey } from '#contract/turkish.ts'
import type { Database, Tx } from '../db/tables.ts'
import { refuseField } from '../http/refusal.ts'
import { queueMail } from '../mail/outbox.ts'
import { mailAddress, refuseTakenEmail } from './accounts.ts'
import { confirmationLetter, emailChangedLetter, recoveryLetter } from './letters.ts'
import { lastUndone } from './links.ts'
import { noteRequest } from './requests.ts'

/**
 * Changes an account's e-mail address and tells both the old one and the new one. Until the new one is confirmed by its
 * own link, mails go to the one that was confirmed last, and for a week from now that one can undo the change. Answers
 * whether the new one waits for its confirmation. Refuses with `wrong_password` if the password is no longer the proven one.
 */
export async function changeEmail(
  tx: Tx,
  id: string,
  email: string,
  now: Date,
  /** What is kept of the password that was shown, empty if none was; not given where none is needed. */
  provenHash?: string,
): Promise<boolean> {
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
  // Only spelled differently, or a change taken back: there is nobody new.
  if (email_key === account.email_key || isConfirmed) return false
  const told = mailAddress(account)
  if (told) {
    const { name, username, confirmed_email } = account
    const until = new Date(now.getTime() + LINK_LASTS.undo).toISOString()
    // An address that nobody has confirmed may be a stranger's.
    const undone_at = await lastUndone(tx, id)
    const undo = confirmed_email === null ? undefined : { account_id: id, email: confirmed_email, until, undone_at }
    // Due first: whoever confirms the new address must not have done so before the old one has its link.
    const before = new Date(now.getTime() - 1)
    await queueMail(tx, emailChangedLetter, { name, username, told, email, stays: undo !== undefined, undo }, before)
  }
  await queueMail(tx, confirmationLetter, { account_id: id }, now)
  return true
}

type Asked = { email: string; address: string }

/**
 * Takes down that somebody wants another confirmation link for an address. Who that is, if anybody, is looked up when
 * the mail is written, so that the answer and its time are the same for every address.
 */
export async function askForConfirmation(db: Database, { email, address }: Asked, now: Date) {
  await noteRequest(db, 'mail', address, now)
  await queueMail(db, confirmationLetter, { email }, now)
}

/** Takes down that somebody has forgotten the password of an address's account, whoever that may be. */
export async function askForRecovery(db: Database, { email, address }: Asked, now: Date) {
  await noteRequest(db, 'mail', address, now)
  await queueMail(db, recoveryLetter, { email }, now)
}
