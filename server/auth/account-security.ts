import type { AccountSecurity } from '#contract/account-security.ts'
import type { Pool } from '../db/transaction.ts'
import { recoveryCodesLeft } from './second-factor.ts'
import { type SetupRules, setupOf } from './sessions.ts'

/** How an account is protected, and what these rules require its user to set up first. */
export async function accountSecurity(db: Pool, id: string, rules: SetupRules): Promise<AccountSecurity> {
  const account = await db
    .selectFrom('accounts')
    .select(['role', 'has_second_factor', 'password_is_temporary'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { has_second_factor, password_is_temporary } = account
  return {
    has_second_factor,
    recovery_codes_left: has_second_factor ? await recoveryCodesLeft(db, id) : 0,
    has_temporary_login: password_is_temporary,
    must_first: setupOf(account, rules) ?? null,
  }
}
