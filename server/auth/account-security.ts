import type { AccountSecurity } from '#contract/account-security.ts'
import type { By } from '../audit/audit.ts'
import type { Pool } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { needsSecondFactor, requiredSetup, type SetupRules } from './required-setup.ts'
import { recoveryCodesLeft, removeSecondFactor } from './second-factor.ts'

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
    needs_second_factor: needsSecondFactor(account.role, rules),
    recovery_codes_left: has_second_factor ? await recoveryCodesLeft(db, id) : 0,
    has_temporary_login: password_is_temporary,
    must_first: requiredSetup(account, rules) ?? null,
  }
}

/**
 * Turns the actor's own second factor off. Refuses with `second_factor_mandatory` if these rules require one, and with
 * `second_factor_missing` if there is none.
 */
export async function removeOwnSecondFactor(db: Pool, by: By & { actor: Actor }, rules: SetupRules) {
  if (needsSecondFactor(by.actor.role, rules)) refuse('second_factor_mandatory')
  await removeSecondFactor(db, by, by.actor)
}
