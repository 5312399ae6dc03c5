import { LINK_LIFETIME } from '#contract/auth.ts'
import { accountKey } from '#contract/turkish.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'
import { queueMail } from '../mail/outbox.ts'
import { mailAddress, refuseTakenEmail } from './accounts.ts'
import { confirmationLetter, emailChangedLetter, recoveryLetter, welcomeLetter } from './letters.ts'
import { lastUndoneAt } from './links.ts'
import { countRequest } from './request-limits.ts'

type Options = {
  /** The hash of the verified password, empty if none was given; undefined where none is required. */
  provenHash?: string | undefined
  /** The present address was never used, see `isUnused`: the new one replaces it at once, and is welcomed. */
  replaces?: boolean
}

/**
 * Changes an account's e-mail address and mails both the old and the new one. Until the new one is confirmed, mails
 * go to the last confirmed one, which can undo the change for a week. Refuses with `wrong_password` if the password has
 * changed since it was verified.
 */
export async function changeEmail(tx: Tx, id: string, email: string, now: Date, { provenHash, replaces }: Options) {
  const account = await tx
    .selectFrom('accounts')
    .select(['name', 'username', 'email', 'email_key', 'confirmed_email', 'confirmed_email_key', 'password_hash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const email_key = accountKey(email)
  const isProven = provenHash === undefined || provenHash === account.password_hash
  if (!isProven && email_key !== account.email_key) refuseField('wrong_password', 'current_password')
  const isConfirmed = email_key === account.confirmed_email_key
  await refuseTakenEmail(tx, email_key, id, now)
  const isReplaced = replaces && !isConfirmed
  const confirmed = { confirmed_email: email, confirmed_email_key: email_key }
  await tx
    .updateTable('accounts')
    .set({ email, email_key, email_set_at: now, ...((isConfirmed || isReplaced) && confirmed) })
    .where('id', '=', id)
    .execute()
  if (isReplaced) {
    // They may be a stranger's, if the address was a typing error.
    await tx.deleteFrom('account_links').where('account_id', '=', id).execute()
    return queueMail(tx, welcomeLetter, { account_id: id }, now)
  }
  // Only spelled differently, or back to the confirmed address: nothing to confirm.
  if (email_key === account.email_key || isConfirmed) return
  const oldAddress = mailAddress(account)
  const { name, username, confirmed_email } = account
  // An address that was never confirmed may be a stranger's, who is not to learn of the account.
  if (oldAddress && confirmed_email !== null) {
    const until = new Date(now.getTime() + LINK_LIFETIME.undo).toISOString()
    const undo = { account_id: id, email: confirmed_email, until, undone_at: await lastUndoneAt(tx, id) }
    // Due first, so that the old address has its undo link before the new one can be confirmed.
    const before = new Date(now.getTime() - 1)
    await queueMail(tx, emailChangedLetter, { name, username, told: oldAddress, email, stays: true, undo }, before)
  }
  await queueMail(tx, confirmationLetter, { account_id: id }, now)
}

/**
 * Whether the wholesaler has added an account in the last week, in which its welcome mail is valid, and since then its
 * owner has not used it and its address has not changed. To be read before a new password is set.
 */
export async function isUnused(tx: Tx, id: string, now: Date): Promise<boolean> {
  // Every login leaves a known device.
  const devices = tx.selectFrom('known_devices').where('account_id', '=', id).select('account_id')
  // A customer who has registered is also the actor; of an account that staff made, it is not.
  const registrations = tx.selectFrom('audit_log').where('entity_id', '=', id).where('actor_id', '=', id).select('id')
  const found = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', new Date(now.getTime() - LINK_LIFETIME.welcome).toISOString())
    .where('password_is_temporary', '=', true)
    .whereRef('email_set_at', '=', 'created_at')
    .where(eb => eb.not(eb.exists(devices)))
    .where(eb => eb.not(eb.exists(registrations.where('action', '=', 'created'))))
    .executeTakeFirst()
  return found !== undefined
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
