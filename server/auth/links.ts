import { createHash, randomBytes } from 'node:crypto'
import { accountKey } from '#contract/turkish.ts'
import { type Database, inTransaction, type Tx } from '../db/tables.ts'
import { refuse } from '../http/refusal.ts'
import { isEmailVerified, recordPassword, setPassword } from './accounts.ts'
import { hashPassword } from './passwords.ts'
import { forgetFailures } from './throttle.ts'

type Purpose = 'confirmation' | 'reset' | 'undo'

/** A link that expired so long ago is no longer told from one that never was. */
const REMEMBERED = 90 * 24 * 60 * 60 * 1000

/** Makes the token of a link in a mail to this address. It is handed out here only; the database keeps its hash. */
export async function newLink(
  tx: Tx,
  { account_id, email, purpose, lasts }: { account_id: string; email: string; purpose: Purpose; lasts: number },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + lasts)
  await tx
    .insertInto('account_links')
    .values({ token_hash: hashOf(token), account_id, purpose, email, email_key: accountKey(email), expires_at })
    .execute()
  return token
}

/** When a change of an account's address was last undone; null if never. */
export async function lastUndone(tx: Tx, account_id: string): Promise<string | null> {
  const link = await undoneChanges(tx, account_id)
    .select('used_at')
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link?.used_at ?? null
}

/**
 * Whether a change of an account's address that can be undone until then was undone since it was made, itself or with an
 * older one; or whether the account is gone. It is locked: until the transaction ends nobody undoes anything.
 */
export async function isUndone(
  tx: Tx,
  { account_id, until, undone_at }: { account_id: string; until: string; undone_at?: string | null | undefined },
): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account_id)
    .forUpdate()
    .executeTakeFirst()
  let undone = undoneChanges(tx, account_id).select('token_hash').where('expires_at', '<=', until)
  if (undone_at) undone = undone.where('used_at', '>', undone_at)
  return !account || (await undone.executeTakeFirst()) !== undefined
}

const undoneChanges = (tx: Tx, account_id: string) =>
  tx
    .selectFrom('account_links')
    .where('account_id', '=', account_id)
    .where('purpose', '=', 'undo')
    .where('used_at', 'is not', null)

/** Confirms the address that the link was sent to, if it is still the account's. */
export async function confirmEmail(db: Database, token: string, now: Date) {
  await inTransaction(db, async tx => {
    const link = await lockLink(tx, 'confirmation', token)
    if (!link) return refuse('verification_link_unknown')
    if (link.used_at || isEmailVerified(link.account)) refuse('already_verified')
    if (link.email_key !== link.account.email_key) refuse('verification_link_unknown')
    if (Date.parse(link.expires_at) <= now.getTime()) refuse('verification_link_expired')
    await tx.updateTable('account_links').set({ used_at: now }).where('token_hash', '=', link.token_hash).execute()
    await noteConfirmed(tx, link)
  })
}

/**
 * Sets a new password by a link: once, in its time. Who reads the mails of an address has confirmed it. Answers whether a
 * change of the address that waited for its confirmation was taken back by that.
 */
export async function resetPassword(
  db: Database,
  { token, new_password }: { token: string; new_password: string },
  now: Date,
): Promise<boolean> {
  const open = async (tx: Tx) => {
    const link = await lockLink(tx, 'reset', token)
    if (!link || Date.parse(link.expires_at) <= now.getTime()) return refuse('reset_link_invalid')
    // An address that was given up since sets no passwords any more.
    const { email_key, confirmed_email_key } = link.account
    return link.email_key === (confirmed_email_key ?? email_key) ? link : refuse('reset_link_invalid')
  }
  // Before the slow work on the password, and again when it is done: another may have been faster.
  await inTransaction(db, open)
  const password_hash = await hashPassword(new_password)
  return inTransaction(db, async tx => {
    const link = await open(tx)
    if (link.email_key === link.account.email_key) await noteConfirmed(tx, link)
    const revoked = await setPassword(tx, link.account_id, password_hash)
    const actor = { ...link.account, id: link.account_id }
    await recordPassword(tx, { actor, now }, actor.role, actor.id, revoked)
    await forgetFailures(tx, link.account)
    return revoked !== undefined
  })
}

async function noteConfirmed(
  tx: Tx,
  { account_id, email, email_key }: { [K in 'account_id' | 'email' | 'email_key']: string },
) {
  const confirmed = { confirmed_email: email, confirmed_email_key: email_key }
  await tx.updateTable('accounts').set(confirmed).where('id', '=', account_id).execute()
}

/** The link of this token, and its account, locked: until the transaction ends nobody else's. */
export async function lockLink(tx: Tx, purpose: Purpose, token: string) {
  const links = tx.selectFrom('account_links').where('token_hash', '=', hashOf(token)).where('purpose', '=', purpose)
  const found = await links.select('account_id').executeTakeFirst()
  if (!found) return undefined
  // The account first, as everywhere else.
  const account = await tx
    .selectFrom('accounts')
    .select([
      'role',
      'name',
      'username',
      'username_key',
      'email',
      'email_key',
      'confirmed_email',
      'confirmed_email_key',
    ])
    .where('id', '=', found.account_id)
    .forUpdate()
    .executeTakeFirst()
  const link = await links.selectAll().forUpdate().executeTakeFirst()
  return account && link && { ...link, account }
}

/** Forgets links that nobody will come back with. */
export async function forgetOldLinks(db: Database, now: Date) {
  const end = new Date(now.getTime() - REMEMBERED).toISOString()
  await db.deleteFrom('account_links').where('expires_at', '<', end).execute()
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
