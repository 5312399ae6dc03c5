import type { Profile, ProfileChange } from '#contract/customers.ts'
import { isEmailVerified } from '../auth/accounts.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { changeCustomer } from './changes.ts'

/** A customer as it sees itself. */
export async function readProfile(db: Database, id: string): Promise<Profile> {
  const { email, email_key, confirmed_email_key, ...user } = await db
    .selectFrom('accounts')
    .innerJoin('customers', 'customers.id', 'accounts.id')
    .select(['accounts.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'is_active'])
    .select(['email_key', 'confirmed_email_key'])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...user, email: email ?? '', email_verified: isEmailVerified({ email_key, confirmed_email_key }) }
}

/** Changes what is given of a customer's own profile; `isMailed` says whether a new address waits for its confirmation. */
export async function updateProfile(
  db: Database,
  actor: Actor<'customer'>,
  change: ProfileChange,
  now: Date,
): Promise<{ user: Profile; isMailed: boolean }> {
  const isMailed = await changeCustomer(db, actor, actor.id, change, now)
  return { user: await readProfile(db, actor.id), isMailed }
}
