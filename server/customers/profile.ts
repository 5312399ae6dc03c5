import { CURRENT_PASSWORD_MISSING } from '#contract/auth.ts'
import type { Profile, ProfileChange } from '#contract/customers.ts'
import { accountKey } from '#contract/turkish.ts'
import { isEmailConfirmed } from '../auth/accounts.ts'
import { type ConfirmingSession, verifyCurrentPassword } from '../auth/current-password.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import type { Actor, Origin } from '../http/context.ts'
import { refuseField } from '../http/refusal.ts'
import { applyChange, prepareChange } from './changes.ts'

/** The logged-in customer's own profile. */
export async function readProfile(db: Database, id: string): Promise<Profile> {
  const { email, email_key, confirmed_email_key, ...user } = await db
    .selectFrom('accounts')
    .innerJoin('customers', 'customers.id', 'accounts.id')
    .select(['accounts.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'is_active'])
    .select(['email_key', 'confirmed_email_key'])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...user, email: email ?? '', email_verified: isEmailConfirmed({ email_key, confirmed_email_key }) }
}

/**
 * Applies a partial change to a customer's own profile. A new address requires the current password; a wrong one is
 * refused with `wrong_password`.
 */
export async function updateProfile(
  db: Pool,
  { actor, now, origin, ...session }: Omit<ConfirmingSession, 'id'> & { actor: Actor<'customer'>; origin: Origin },
  { current_password, ...change }: ProfileChange,
): Promise<Profile> {
  const present = await readProfile(db, actor.id)
  const isAnother = change.email !== undefined && accountKey(change.email) !== accountKey(present.email)
  if (isAnother && !current_password) refuseField('invalid_input', 'current_password', CURRENT_PASSWORD_MISSING)
  const confirming = { ...session, id: actor.id, now }
  const proven = isAnother && current_password && (await verifyCurrentPassword(db, confirming, current_password))
  // An empty proof makes `changeEmail` refuse an address that differs only now, as a pending one may have been reverted
  // since it was read.
  const provenHash = proven ? proven.password_hash : ''
  const by = { actor, now, origin }
  const prepared = await prepareChange(db, by, actor.id, change)
  await inTransaction(db, tx => applyChange(tx, by, actor.id, { ...prepared, provenHash }))
  return readProfile(db, actor.id)
}
