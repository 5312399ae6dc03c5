import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { LINK_LASTS } from '#contract/auth.ts'
import type { Role } from '#contract/call.ts'
import { accountKey, deliverable } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import { type Database, inTransaction, type Tx } from '../db/tables.ts'
import { refuseField } from '../http/refusal.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { tryPassword } from './throttle.ts'

export type NewAccount = {
  role: Role
  username: string
  name: string
  password_hash: string
  email?: string
  email_confirmed?: boolean
}

/**
 * Opens an account. Usernames are unique within a role, e-mail addresses everywhere, without regard to case:
 * the table says so, and app.ts turns its no into `username_taken` or `email_taken`.
 */
export async function openAccount(tx: Tx, account: NewAccount, now: Date) {
  const row = rowOf(account, now)
  if (row.email_key) await refuseTakenEmail(tx, row.email_key, row.id, now)
  await tx.insertInto('accounts').values(row).execute()
  return row.id
}

const AT_ONCE = 1000

/** Opens many accounts, whose names and addresses were looked at before. Answers their ids in the same order. */
export async function openAccounts(tx: Tx, accounts: NewAccount[], now: Date): Promise<string[]> {
  const rows = accounts.map(account => rowOf(account, now))
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    await tx
      .insertInto('accounts')
      .values(rows.slice(i, i + AT_ONCE))
      .execute()
  }
  return rows.map(({ id }) => id)
}

function rowOf({ role, username, name, password_hash, email, email_confirmed }: NewAccount, now: Date) {
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
    created_at: now,
  }
}

/** The address that mails go to: the one that was last confirmed, or the only one there is. */
export function mailAddress({ email, confirmed_email }: { email: string | null; confirmed_email: string | null }) {
  const address = confirmed_email ?? email
  return address && deliverable(address)
}

/** Whether the address that an account shows has been confirmed. */
export const isEmailVerified = (account: { email_key: string | null; confirmed_email_key: string | null }) =>
  account.email_key !== null && account.email_key === account.confirmed_email_key

/** Says anew what an account is called and whether it is active; a taken username is refused as in `openAccount`. */
export async function editAccount(
  tx: Tx,
  id: string,
  { name, username, is_active }: { name: string; username: string; is_active: boolean },
) {
  const username_key = accountKey(username)
  await tx.updateTable('accounts').set({ name, username, username_key, is_active }).where('id', '=', id).execute()
}

/** After so long a new address that nobody has confirmed no longer keeps others from it. */
const WISH_LASTS = LINK_LASTS.confirmation

/**
 * An address that somebody else has confirmed stays theirs until another one of theirs is. One that somebody only wished
 * to move to is free again after a day: they stay where they were.
 */
export async function refuseTakenEmail(tx: Tx, email_key: string, id: string, now: Date) {
  await freeOldWishes(tx, [email_key], now, id)
  const other = await tx
    .selectFrom('accounts')
    .select('id')
    .where('confirmed_email_key', '=', email_key)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other || (await isReserved(tx, email_key, id, now))) refuseField('email_taken', 'email')
}

/** Whether another account may return to this address by the link that it was sent when it was given up. */
async function isReserved(tx: Tx, email_key: string, id: string, now: Date) {
  const links = returningLinks(tx, now).where('email_key', '=', email_key).where('account_id', '<>', id)
  return (await links.executeTakeFirst()) !== undefined
}

const returningLinks = (db: Database, now: Date) =>
  db
    .selectFrom('account_links')
    .select(['email_key', 'account_id'])
    .where('purpose', '=', 'undo')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())

/** Whose these addresses are already: confirmed, wished for lately, or given up lately. */
export async function ownersOfEmails(db: Database, email_keys: string[], now: Date): Promise<Map<string, string>> {
  const sought = sql<string>`any(${email_keys}::text[])`
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'confirmed_email_key'])
    .select(eb => eb.case().when(isOldWish(now)).then(null).else(eb.ref('email_key')).end().as('email_key'))
    .where(eb => eb.or([eb('email_key', '=', sought), eb('confirmed_email_key', '=', sought)]))
    .execute()
  const returning = await returningLinks(db, now).where('email_key', '=', sought).execute()
  return new Map([
    ...returning.map(link => [link.email_key, link.account_id] as const),
    ...rows.flatMap(({ id, ...keys }) => Object.values(keys).flatMap(key => (key ? [[key, id] as const] : []))),
  ])
}

/** Takes back wishes for these addresses that nobody has confirmed in time, but for one account's own. */
export async function freeOldWishes(tx: Tx, email_keys: string[], now: Date, but: string | null = null) {
  await tx
    .updateTable('accounts')
    .set(eb => ({ email: eb.ref('confirmed_email'), email_key: eb.ref('confirmed_email_key') }))
    .where('email_key', '=', sql<string>`any(${email_keys}::text[])`)
    .where('id', 'is distinct from', but)
    .where(isOldWish(now))
    .execute()
}

const isOldWish = (now: Date) => sql<SqlBool>`
  (confirmed_email_key <> email_key and email_set_at <= ${new Date(now.getTime() - WISH_LASTS)})`

/** Whether there is an account of this role at all. */
export async function hasAccounts(db: Database, role: Role) {
  const some = await db.selectFrom('accounts').select('id').where('role', '=', role).limit(1).executeTakeFirst()
  return some !== undefined
}

/** The account of somebody who shows its password; `wrong_password` if it is another. Counted as a login is. */
export async function provePassword(
  db: Database,
  { id, address, now }: { id: string; address: string; now: Date },
  current_password: string,
) {
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // Whoever found an open session may guess as little as anybody else.
  const isRight = await tryPassword(db, { ...account, address }, now, async () =>
    (await isPassword(current_password, account.password_hash)) ? true : undefined,
  )
  if (!isRight) refuseField('wrong_password', 'current_password')
  return account
}

/**
 * Sets a new password for somebody who knows the old one; all sessions of the account are over. Answers whether a change
 * of the address that waited for its confirmation was taken back by that.
 */
export async function changePassword(
  db: Database,
  { id, address, now }: { id: string; address: string; now: Date },
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<boolean> {
  const account = await provePassword(db, { id, address, now }, current_password)
  const password_hash = await hashPassword(new_password)
  return inTransaction(db, async tx => {
    const present = await tx
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Somebody was faster, and the password that was shown is the old one no longer.
    if (present.password_hash !== account.password_hash) refuseField('wrong_password', 'current_password')
    const revoked = await setPassword(tx, id, password_hash)
    await recordPassword(tx, { actor: account, now }, account.role, id, revoked)
    return revoked !== undefined
  })
}

/** Writes down that an account has another password, and that a change of its address was taken back by that. */
export async function recordPassword(tx: Tx, by: By, entity: Role, entity_id: string, revoked?: Revoked) {
  const thing = { entity, entity_id } as const
  await record(tx, by, [
    ...(revoked ? [{ ...thing, action: 'updated' as const, ...revoked }] : []),
    { ...thing, action: 'password_changed' },
  ])
}

/** The address that an account showed before a change that waited was taken back, and the one that it shows now. */
export type Revoked = { before: { email: string | null }; after: { email: string } }

/**
 * Sets a password, whoever knows the old one; all sessions of the account and links to set another are over. A new
 * address that still waits for its confirmation is taken back: who asked for it may have been who lost the session.
 */
export async function setPassword(db: Database, id: string, password_hash: string): Promise<Revoked | undefined> {
  return inTransaction(db, async tx => {
    await tx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
    await endSessions(tx, id)
    await tx.deleteFrom('account_links').where('account_id', '=', id).where('purpose', '=', 'reset').execute()
    const { email, confirmed_email, ...keys } = await tx
      .selectFrom('accounts')
      .select(['email', 'email_key', 'confirmed_email', 'confirmed_email_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (confirmed_email === null || isEmailVerified(keys)) return undefined
    await tx
      .updateTable('accounts')
      .set({ email: confirmed_email, email_key: keys.confirmed_email_key })
      .where('id', '=', id)
      .execute()
    await forgetConfirmations(tx, id)
    return { before: { email }, after: { email: confirmed_email } }
  })
}

/** From now on no link that was sent to confirm an address of this account does so. */
export async function forgetConfirmations(tx: Tx, id: string) {
  await tx.deleteFrom('account_links').where('account_id', '=', id).where('purpose', '=', 'confirmation').execute()
}

/** The account of a role that is called so, if there is one. */
export function findAccount(db: Database, role: Role, username: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'name', 'is_active'])
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

/** Closes an account: nobody can log in with it any more, and its sessions are over. */
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

/** Deletes an account with its sessions, its links and what it was told. */
export async function deleteAccount(tx: Tx, id: string) {
  await tx.deleteFrom('accounts').where('id', '=', id).execute()
}
