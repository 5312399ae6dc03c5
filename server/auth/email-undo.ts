import { randomBytes } from 'node:crypto'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Origin } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { queueMail } from '../mail/outbox.ts'
import { endSessions, isEmailConfirmed, mailAddress, recordPasswordChange } from './accounts.ts'
import { emailRestoredLetter, emailRevertedLetter } from './letters.ts'
import { lockLink } from './links.ts'
import { hashPassword } from './passwords.ts'

/**
 * Restores the address that an undo link was sent to, even if another was confirmed since, and returns it. Ends all
 * sessions and voids the password, which an attacker may know; a reset link is mailed to the restored address. Using
 * the link again while nothing else has changed returns the same address and changes nothing.
 */
export async function undoEmailChange(
  db: Database,
  token: string,
  { now, origin }: { now: Date; origin: Origin },
): Promise<string> {
  const known = await inTransaction(db, tx => lockUndoLink(tx, token, now))
  if (known.isDone) return known.email
  // A random password that is never revealed. Hashing is slow, so it is done outside the transaction.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  return inTransaction(db, async tx => {
    const link = await lockUndoLink(tx, token, now)
    if (!link.isDone) await restoreEmail(tx, link, password_hash, { now, origin })
    return link.email
  })
}

type UndoLink = Awaited<ReturnType<typeof lockUndoLink>>

async function lockUndoLink(tx: Tx, token: string, now: Date) {
  const link = await lockLink(tx, 'undo', token)
  if (!link || Date.parse(link.expires_at) <= now.getTime()) return refuse('undo_link_invalid')
  const isDone = link.used_at !== null
  const isStillRestored = link.email_key === link.account.email_key && isEmailConfirmed(link.account)
  return isDone && !isStillRestored ? refuse('undo_link_invalid') : { ...link, isDone }
}

async function restoreEmail(
  tx: Tx,
  link: UndoLink,
  password_hash: string,
  { now, origin }: { now: Date; origin: Origin },
) {
  const { account_id: id, account, email, email_key } = link
  const restored = { email, email_key, confirmed_email: email, confirmed_email_key: email_key }
  await tx
    .updateTable('accounts')
    .set({ ...restored, email_set_at: now, password_hash })
    .where('id', '=', id)
    .execute()
  await endSessions(tx, id)
  // An older link to another address can still undo an earlier change; a newer one would revert this undo.
  await tx
    .deleteFrom('account_links')
    .where('account_id', '=', id)
    .where('token_hash', '<>', link.token_hash)
    .where(eb =>
      eb.or([eb('purpose', '<>', 'undo'), eb('email_key', '=', email_key), eb('expires_at', '>=', link.expires_at)]),
    )
    .execute()
  await tx.updateTable('account_links').set({ used_at: now }).where('token_hash', '=', link.token_hash).execute()
  await queueMail(tx, emailRestoredLetter, { account_id: id }, now)
  const { name, username, role } = account
  const revertedAddress = mailAddress(account)
  const wasAnothers = account.confirmed_email_key !== null && account.confirmed_email_key !== email_key
  if (revertedAddress && wasAnothers)
    await queueMail(tx, emailRevertedLetter, { name, username, told: revertedAddress }, now)
  const returned = { before: { email: account.email }, after: { email } }
  await recordPasswordChange(tx, { actor: { id, role, name }, now, origin }, role, id, returned)
}
