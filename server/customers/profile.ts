import type { Profile, ProfileChange } from '#contract/customers.ts'
import { accountKey } from '#contract/turkish.ts'
import { isEmailVerified, renameAccount } from '../auth/accounts.ts'
import { changeEmail } from '../auth/emails.ts'
import { noteRequest } from '../auth/requests.ts'
import { type Database, inTransaction } from '../db/tables.ts'
import { searchText } from './customers.ts'

/** A customer as it sees itself. */
export async function readProfile(db: Database, id: string): Promise<Profile> {
  const { email, email_key, confirmed_email_key, ...user } = await profile(db, id)
  return { ...user, email: email ?? '', email_verified: isEmailVerified({ email_key, confirmed_email_key }) }
}

/**
 * Changes what is given of a customer's own profile. A new e-mail address is told to it and to the old one; `isMailed`
 * says whether it waits for its confirmation now.
 */
export async function updateProfile(
  db: Database,
  id: string,
  { company_name, email, phone, address }: ProfileChange,
  now: Date,
): Promise<{ user: Profile; isMailed: boolean }> {
  const isAnother = email !== undefined && accountKey(email) !== (await profile(db, id)).email_key
  if (isAnother) await noteRequest(db, 'email_change', id, now)
  return inTransaction(db, async tx => {
    const isMailed = email !== undefined && (await changeEmail(tx, id, email, now))
    if (company_name !== undefined) await renameAccount(tx, id, company_name)
    const { company_name: name, username } = await profile(tx, id)
    await tx
      .updateTable('customers')
      .set({ phone, address, search_text: searchText({ name, username }) })
      .where('id', '=', id)
      .execute()
    return { user: await readProfile(tx, id), isMailed }
  })
}

function profile(db: Database, id: string) {
  return db
    .selectFrom('accounts')
    .innerJoin('customers', 'customers.id', 'accounts.id')
    .select(['accounts.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'is_active'])
    .select(['email_key', 'confirmed_email_key'])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()
}
