import { randomBytes } from 'node:crypto'
import { accountKey } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import type { Origin } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { isEmailConfirmed, recordPasswordChange, setPassword } from './accounts.ts'
import { requirePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { clearFailures } from './throttle.ts'
import { tokenHash } from './token-hash.ts'

type Purpose = 'confirmation' | 'reset' | 'undo'

/** How long expired links are retained, in milliseconds, to distinguish expired from unknown ones. */
const RETENTION = 90 * 24 * 60 * 60 * 1000

/**
 * Creates a link for a mail to this address, valid for `lasts` milliseconds, and returns its token; the database stores
 * only the token's hash.
 */
export async function createLink(
  tx: Tx,
  { account_id, email, purpose, lasts }: { account_id: string; email: string; purpose: Purpose; lasts: number },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + lasts)
  await tx
    .insertInto('account_links')
    .values({ token_hash: tokenHash(token), account_id, purpose, email, email_key: accountKey(email), expires_at })
    .execute()
  return token
}

/** When a change of the account's address was last undone; null if never. */
export async function lastUndoneAt(tx: Tx, account_id: string): Promise<string | null> {
  const link = await undoneChanges(tx, account_id)
    .select('used_at')
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link?.used_at ?? null
}

/**
 * Whether a change of address, identified by its undo deadline, has been undone, itself or with an older one, or the
 * account was deleted. Locks the account, so that nothing is undone until the transaction ends.
 */
export async function isUndone(
  tx: Tx,
  { account_id, until, undone_at }: { account_id: string; until: string; undone_at?: string | null | undefined },
): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account_id)
    .forNoKeyUpdate()
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

type RequestedBy = { now: Date; origin: Origin }

/**
 * Confirms the address that the link was sent to, if it is still the account's current one. Refuses with
 * `verification_link_unknown`, `verification_link_expired` or, if that address is the confirmed one, `already_verified`.
 */
export async function confirmEmail(db: Database, token: string, { now, origin }: RequestedBy) {
  await inTransaction(db, async tx => {
    const link = await lockLink(tx, 'confirmation', token)
    if (!link) return refuse('verification_link_unknown')
    const { email_key, confirmed_email_key } = link.account
    if (link.email_key === confirmed_email_key) refuse('already_verified')
    if (link.used_at || link.email_key !== email_key) refuse('verification_link_unknown')
    if (Date.parse(link.expires_at) <= now.getTime()) refuse('verification_link_expired')
    await tx.updateTable('account_links').set({ used_at: now }).where('token_hash', '=', link.token_hash).execute()
    await markEmailConfirmed(tx, link, { now, origin })
  })
}

/**
 * Sets a new password by a reset link, which is valid once and for a limited time, and confirms the address that the
 * link was sent to. Returns the account's username, and whether this reverted a pending change of address.
 */
export async function resetPassword(
  db: Pool,
  { token, new_password }: { token: string; new_password: string },
  { now, origin }: RequestedBy,
): Promise<{ username: string; isRevoked: boolean }> {
  const lockValidLink = async (tx: Tx) => {
    const link = await lockLink(tx, 'reset', token)
    if (!link || Date.parse(link.expires_at) <= now.getTime()) return refuse('reset_link_invalid')
    // A link to an address that the account has given up since is invalid.
    const { email_key, confirmed_email_key } = link.account
    return link.email_key === (confirmed_email_key ?? email_key) ? link : refuse('reset_link_invalid')
  }
  // Checked before the slow hashing and again after it, as another request may use the link during the hashing.
  const { account } = await inTransaction(db, lockValidLink)
  requirePassword(new_password, account, 'new_password')
  const password_hash = await hashPassword(new_password)
  return inTransaction(db, async tx => {
    const link = await lockValidLink(tx)
    if (link.email_key === link.account.email_key) await markEmailConfirmed(tx, link, { now, origin })
    const revoked = await setPassword(tx, link.account_id, password_hash)
    const actor = { ...link.account, id: link.account_id }
    await recordPasswordChange(tx, { actor, now, origin }, actor.role, actor.id, revoked)
    await clearFailures(tx, link.account)
    return { username: link.account.username, isRevoked: revoked !== undefined }
  })
}

/** Marks the address of the link as confirmed, and records it unless it was confirmed before. */
async function markEmailConfirmed(
  tx: Tx,
  { account_id: id, email, email_key, account }: LockedLink,
  { now, origin }: RequestedBy,
) {
  const confirmed = { confirmed_email: email, confirmed_email_key: email_key }
  await tx.updateTable('accounts').set(confirmed).where('id', '=', id).execute()
  if (isEmailConfirmed(account)) return
  const { role, name } = account
  const entry = { action: 'email_confirmed', entity: role, entity_id: id, after: { email } } as const
  await record(tx, { actor: { id, role, name }, now, origin }, [entry])
}

type LockedLink = NonNullable<Awaited<ReturnType<typeof lockLink>>>

/** The link of this token with its account, both locked until the transaction ends. */
export async function lockLink(tx: Tx, purpose: Purpose, token: string) {
  const links = tx.selectFrom('account_links').where('token_hash', '=', tokenHash(token)).where('purpose', '=', purpose)
  const found = await links.select('account_id').executeTakeFirst()
  if (!found) return undefined
  // The account is locked first, as everywhere, to avoid deadlocks.
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
    .forNoKeyUpdate()
    .executeTakeFirst()
  const link = await links.selectAll().forUpdate().executeTakeFirst()
  return account && link && { ...link, account }
}

/** Deletes links that expired before the retention period. */
export async function deleteOldLinks(db: Pool, now: Date) {
  const end = new Date(now.getTime() - RETENTION).toISOString()
  await db.deleteFrom('account_links').where('expires_at', '<', end).execute()
}
