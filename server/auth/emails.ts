import { accountKey } from '#contract/turkish.ts'
import type { Database, Tx } from '../db/tables.ts'
import { queueMail } from '../mail/outbox.ts'
import { mailAddress, refuseTakenEmail } from './accounts.ts'
import { confirmationLetter, emailChangedLetter, recoveryLetter } from './letters.ts'
import { noteRequest } from './requests.ts'

/**
 * Changes an account's e-mail address and tells both the old one and the new one. Until the new one is confirmed by its
 * own link, mails go to the one that was confirmed last. Answers whether the new one waits for that.
 */
export async function changeEmail(tx: Tx, id: string, email: string, now: Date): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select(['name', 'username', 'email', 'email_key', 'confirmed_email', 'confirmed_email_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const email_key = accountKey(email)
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
    const { name, username } = account
    const stays = account.confirmed_email !== null
    await queueMail(tx, emailChangedLetter, { name, username, told, email, stays }, now)
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
