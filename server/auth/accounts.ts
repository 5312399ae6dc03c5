import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/call.ts'
import { accountKey } from '#contract/turkish.ts'
import type { Database, Tx } from '../db/tables.ts'

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
export async function openAccount(
  tx: Tx,
  { role, username, name, password_hash, email, email_confirmed }: NewAccount,
  now: Date,
) {
  const id = randomUUID()
  await tx
    .insertInto('accounts')
    .values({
      id,
      role,
      username,
      username_key: accountKey(username),
      name,
      email: email ?? null,
      email_key: email ? accountKey(email) : null,
      email_confirmed_at: email_confirmed ? now : null,
      password_hash,
      created_at: now,
    })
    .execute()
  return id
}

/** Whether there is an account of this role at all. */
export async function hasAccounts(db: Database, role: Role) {
  const some = await db.selectFrom('accounts').select('id').where('role', '=', role).limit(1).executeTakeFirst()
  return some !== undefined
}
