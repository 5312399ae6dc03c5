import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { LINK_LIFETIME } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { accountKey, deliverable } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import type { Origin } from '../http/context.ts'
import { refuseField } from '../http/refusal.ts'
import { type ConfirmingSession, verifyCurrentPassword } from './current-password.ts'
import { requirePassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

type NewAccount = {
  role: Role
  username: string
  name: string
  password_hash: string
  email?: string
  email_confirmed?: boolean
  /** See `setPassword`. */
  password_is_temporary?: boolean
}

/**
 * Creates an account and returns its id. Usernames are unique per role, e-mail addresses globally, case-insensitively:
 * unique constraints enforce it, and app.ts turns their violations into `username_taken` and `email_taken`.
 */
export async function createAccount(tx: Tx, account: NewAccount, now: Date) {
  const row = rowOf(account, now)
  if (row.email_key) await refuseTakenEmail(tx, row.email_key, row.id, now)
  await tx.insertInto('accounts').values(row).execute()
  return row.id
}

const BATCH_SIZE = 1000

/** Creates many accounts whose names and addresses were validated before. Returns their ids in the same order. */
export async function createAccounts(tx: Tx, accounts: NewAccount[], now: Date): Promise<string[]> {
  const rows = accounts.map(account => rowOf(account, now))
  for (let i = 0; i < rows.length; i += BATCH_SIZE) {
    await tx
      .insertInto('accounts')
      .values(rows.slice(i, i + BATCH_SIZE))
      .execute()
  }
  return rows.map(({ id }) => id)
}

function rowOf({ role, username, name, password_hash, email, email_confirmed, ...rest }: NewAccount, now: Date) {
  const email_key = email ? accountKey(email) : null
  return {
    id: randomUUID(),
    role,
    username,
    username_key: accountKey(username),
    name,
    email: email ?? null,
    email_key,
    confirmed_email: email_confirmed && email ? email : null,
    confirmed_email_key: email_confirmed ? email_key : null,
    email_set_at: email ? now : null,
    password_hash,
    password_is_temporary: rest.password_is_temporary ?? false,
    created_at: now,
  }
}

/** The address for mails about goods: the last confirmed one, null if none was ever confirmed. */
export const confirmedAddress = ({ confirmed_email }: { confirmed_email: string | null }) =>
  confirmed_email && deliverable(confirmed_email)

/**
 * The address for mails about the account: the last confirmed one, or the unconfirmed one if none was ever confirmed,
 * which may be a stranger's and gets no name.
 */
export function mailAddress({ email, confirmed_email }: { email: string | null; confirmed_email: string | null }) {
  const address = confirmed_email ?? email
  return address && deliverable(address)
}

/** Whether the account's current address has been confirmed. */
export const isEmailConfirmed = (account: { email_key: string | null; confirmed_email_key: string | null }) =>
  account.email_key !== null && account.email_key === account.confirmed_email_key

/** Sets an account's name, username and active state; refuses a taken username as `createAccount` does. */
export async function updateAccount(
  tx: Tx,
  id: string,
  { name, username, is_active }: { name: string; username: string; is_active: boolean },
) {
  const username_key = accountKey(username)
  await tx.updateTable('accounts').set({ name, username, username_key, is_active }).where('id', '=', id).execute()
}

/** How long an unconfirmed new address is reserved, in milliseconds. */
const PENDING_EMAIL_LIFETIME = LINK_LIFETIME.confirmation

/**
 * Refuses an address of another account with `email_taken`. A confirmed address belongs to its account until that
 * account confirms another one; a pending change of address expires after a day and is reverted.
 */
export async function refuseTakenEmail(tx: Tx, email_key: string, id: string, now: Date) {
  await releaseExpiredPendingEmails(tx, [email_key], now, id)
  const other = await tx
    .selectFrom('accounts')
    .select('id')
    .where('confirmed_email_key', '=', email_key)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other || (await isReserved(tx, email_key, id, now))) refuseField('email_taken', 'email')
}

/** Whether another account can still return to this address by its undo link. */
async function isReserved(tx: Tx, email_key: string, id: string, now: Date) {
  const links = activeUndoLinks(tx, now).where('email_key', '=', email_key).where('account_id', '<>', id)
  return (await links.executeTakeFirst()) !== undefined
}

const activeUndoLinks = (db: Database, now: Date) =>
  db
    .selectFrom('account_links')
    .select(['email_key', 'account_id'])
    .where('purpose', '=', 'undo')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())

/** The accounts that own these addresses: confirmed, pending, or recently given up and still restorable. */
export async function ownersOfEmails(db: Database, email_keys: string[], now: Date): Promise<Map<string, string>> {
  const requested = sql<string>`any(${email_keys}::text[])`
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'confirmed_email_key'])
    .select(eb => eb.case().when(isExpiredPendingEmail(now)).then(null).else(eb.ref('email_key')).end().as('email_key'))
    .where(eb => eb.or([eb('email_key', '=', requested), eb('confirmed_email_key', '=', requested)]))
    .execute()
  const returning = await activeUndoLinks(db, now).where('email_key', '=', requested).execute()
  return new Map([
    ...returning.map(link => [link.email_key, link.account_id] as const),
    ...rows.flatMap(({ id, ...keys }) => Object.values(keys).flatMap(key => (key ? [[key, id] as const] : []))),
  ])
}

/** Reverts and records expired pending changes to these addresses, except those of the account `but`. */
export async function releaseExpiredPendingEmails(tx: Tx, email_keys: string[], now: Date, but: string | null = null) {
  const expired = await tx
    .selectFrom('accounts')
    .select(['id', 'role', 'email', 'confirmed_email'])
    .where('email_key', '=', sql<string>`any(${email_keys}::text[])`)
    .where('id', 'is distinct from', but)
    .where(isExpiredPendingEmail(now))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (expired.length === 0) return
  await tx
    .updateTable('accounts')
    .set(eb => ({ email: eb.ref('confirmed_email'), email_key: eb.ref('confirmed_email_key') }))
    .where('id', '=', sql<string>`any(${expired.map(({ id }) => id)}::uuid[])`)
    .execute()
  const entries = expired.map(({ id, role, email, confirmed_email }) => {
    const change = { before: { email }, after: { email: confirmed_email } }
    return { action: 'updated', entity: role, entity_id: id, ...change } as const
  })
  await record(tx, { actor: undefined, now }, entries)
}

const isExpiredPendingEmail = (now: Date) => sql<SqlBool>`
  (confirmed_email_key <> email_key and email_set_at <= ${new Date(now.getTime() - PENDING_EMAIL_LIFETIME)})`

/** Whether any account of this role exists. */
export async function hasAccounts(db: Database, role: Role) {
  const some = await db.selectFrom('accounts').select('id').where('role', '=', role).limit(1).executeTakeFirst()
  return some !== undefined
}

/**
 * Sets a new password after verifying the current one, from which it must differ if that is a temporary one, and ends
 * all sessions of the account. Returns whether this reverted a pending change of the e-mail address.
 */
export async function changePassword(
  db: Pool,
  { origin, ...session }: ConfirmingSession & { origin: Origin },
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<boolean> {
  const { id, now } = session
  const account = await verifyCurrentPassword(db, session, current_password)
  requirePassword(new_password, account, 'new_password')
  if (account.password_is_temporary && new_password === current_password)
    refuseField('invalid_input', 'new_password', 'Yeni şifre öncekinden farklı olmalıdır')
  const password_hash = await hashPassword(new_password)
  return inTransaction(db, async tx => {
    const present = await tx
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Another request has changed the password since it was verified.
    if (present.password_hash !== account.password_hash) refuseField('wrong_password', 'current_password')
    const revoked = await setPassword(tx, id, password_hash)
    await recordPasswordChange(tx, { actor: account, now, origin }, account.role, id, revoked)
    return revoked !== undefined
  })
}

/** Records a password change in the audit trail, and the pending change of address that it reverted. */
export async function recordPasswordChange(
  tx: Tx,
  by: By,
  entity: Role,
  entity_id: string,
  revoked?: RevokedEmailChange,
) {
  const subject = { entity, entity_id } as const
  await record(tx, by, [
    ...(revoked ? [{ ...subject, action: 'updated' as const, ...revoked }] : []),
    { ...subject, action: 'password_changed' },
  ])
}

/** A reverted pending change of address: the pending address and the restored one. */
type RevokedEmailChange = { before: { email: string | null }; after: { email: string } }

/**
 * Sets a password without verifying the old one, and ends all sessions and reset links of the account. A pending change
 * of address is reverted, since an attacker with a stolen session may have requested it. A temporary password is one
 * that another user has set: its owner is prompted to change it.
 */
export async function setPassword(
  db: Database,
  id: string,
  password_hash: string,
  { isTemporary: password_is_temporary } = { isTemporary: false },
): Promise<RevokedEmailChange | undefined> {
  return inTransaction(db, async tx => {
    await tx.updateTable('accounts').set({ password_hash, password_is_temporary }).where('id', '=', id).execute()
    await endSessions(tx, id)
    await tx.deleteFrom('account_links').where('account_id', '=', id).where('purpose', '=', 'reset').execute()
    const { email, confirmed_email, ...keys } = await tx
      .selectFrom('accounts')
      .select(['email', 'email_key', 'confirmed_email', 'confirmed_email_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (confirmed_email === null || isEmailConfirmed(keys)) return undefined
    await tx
      .updateTable('accounts')
      .set({ email: confirmed_email, email_key: keys.confirmed_email_key })
      .where('id', '=', id)
      .execute()
    await deleteConfirmationLinks(tx, id)
    return { before: { email }, after: { email: confirmed_email } }
  })
}

/** Invalidates all confirmation links of the account. */
async function deleteConfirmationLinks(tx: Tx, id: string) {
  await tx.deleteFrom('account_links').where('account_id', '=', id).where('purpose', '=', 'confirmation').execute()
}

/** The account of a role with this username, if there is one. */
export function findAccount(db: Database, role: Role, username: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'name', 'is_active', 'has_second_factor'])
    .where('role', '=', role)
    .where('username_key', '=', accountKey(username))
    .executeTakeFirst()
}

/** All accounts of a role, by name. */
export function listAccounts(db: Database, role: Role) {
  return db
    .selectFrom('accounts')
    .select(['username', 'name', 'is_active', 'created_at'])
    .where('role', '=', role)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Deactivates an account and ends its sessions. */
export async function deactivateAccount(db: Database, id: string) {
  await inTransaction(db, async tx => {
    await tx.updateTable('accounts').set({ is_active: false }).where('id', '=', id).execute()
    await endSessions(tx, id)
  })
}

/** Ends all sessions of an account. */
export async function endSessions(tx: Tx, id: string) {
  await tx.deleteFrom('sessions').where('account_id', '=', id).execute()
}

/** Deletes an account with its sessions, links and notifications. */
export async function deleteAccount(tx: Tx, id: string) {
  await tx.deleteFrom('accounts').where('id', '=', id).execute()
}
