import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/call.ts'
import { accountKey } from '#contract/turkish.ts'
import type { Database, Tx } from '../db/tables.ts'
import { Refusal, sentence } from '../http/refusal.ts'
import { hashPassword } from './passwords.ts'

export type NewAccount = {
  role: Role
  username: string
  name: string
  password: string
  email?: string
  email_confirmed?: boolean
}

/** Opens an account. Usernames are unique within a role, e-mail addresses everywhere, without regard to case. */
export async function openAccount(
  tx: Tx,
  { role, username, name, password, email, email_confirmed }: NewAccount,
  now: Date,
) {
  await refuseTaken(tx, { role, username, email })
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
      password_hash: await hashPassword(password),
      created_at: now,
    })
    .execute()
  return id
}

async function refuseTaken(
  tx: Tx,
  { role, username, email }: { role: Role; username: string; email?: string | undefined },
) {
  const username_key = accountKey(username)
  const email_key = email ? accountKey(email) : null
  const taken = await tx
    .selectFrom('accounts')
    .select(['role', 'username_key', 'email_key'])
    .where(eb => eb.or([eb('username_key', '=', username_key).and('role', '=', role), eb('email_key', '=', email_key)]))
    .execute()
  if (taken.some(account => account.role === role && account.username_key === username_key))
    refuseField('username_taken', 'username')
  if (taken.some(account => account.email_key !== null && account.email_key === email_key))
    refuseField('email_taken', 'email')
}

function refuseField(code: 'username_taken' | 'email_taken', field: string): never {
  const message = sentence(code)
  throw new Refusal(code, message, [{ field, message }])
}

/** Whether there is an account of this role at all. */
export async function hasAccounts(db: Database, role: Role) {
  const some = await db.selectFrom('accounts').select('id').where('role', '=', role).limit(1).executeTakeFirst()
  return some !== undefined
}
