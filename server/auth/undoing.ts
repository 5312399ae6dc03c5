import { randomBytes } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '../db/tables.ts'
import { refuse } from '../http/refusal.ts'
import { queueMail } from '../mail/outbox.ts'
import { endSessions, isEmailVerified, mailAddress, recordPassword } from './accounts.ts'
import { emailRestoredLetter, emailTakenBackLetter } from './letters.ts'
import { lockLink } from './links.ts'
import { hashPassword } from './passwords.ts'

/**
 * Returns an account to the address that an undo link was sent to, whatever was confirmed since, and answers that
 * address. All sessions are over, and so is the password, which whoever changed the address may know; a link to set
 * another goes to the address. Used again while nothing else has changed it answers the same and does nothing.
 */
export async function undoEmailChange(db: Database, token: string, now: Date): Promise<string> {
  const known = await inTransaction(db, tx => open(tx, token, now))
  if (known.isDone) return known.email
  // Nobody knows what it is made of. Slow, hence not in the transaction that changes the account.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  return inTransaction(db, async tx => {
    const link = await open(tx, token, now)
    if (!link.isDone) await returnTo(tx, link, password_hash, now)
    return link.email
  })
}

type Opened = Awaited<ReturnType<typeof open>>

async function open(tx: Tx, token: string, now: Date) {
  const link = await lockLink(tx, 'undo', token)
  if (!link || Date.parse(link.expires_at) <= now.getTime()) return refuse('undo_link_invalid')
  const isDone = link.used_at !== null
  const isThere = link.email_key === link.account.email_key && isEmailVerified(link.account)
  return isDone && !isThere ? refuse('undo_link_invalid') : { ...link, isDone }
}

async function returnTo(tx: Tx, link: Opened, password_hash: string, now: Date) {
  const { account_id: id, account, email, email_key } = link
  const restored = { email, email_key, confirmed_email: email, confirmed_email_key: email_key }
  await tx
    .updateTable('accounts')
    .set({ ...restored, email_set_at: now, password_hash })
    .where('id', '=', id)
    .execute()
  await endSessions(tx, id)
  // An older link to another address still undoes the change before this one; a younger one would undo the undoing.
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
  const told = mailAddress(account)
  const wasAnothers = account.confirmed_email_key !== null && account.confirmed_email_key !== email_key
  if (told && wasAnothers) await queueMail(tx, emailTakenBackLetter, { name, username, told }, now)
  const returned = { before: { email: account.email }, after: { email } }
  await recordPassword(tx, { actor: { id, role, name }, now }, role, id, returned)
}
