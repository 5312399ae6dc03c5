import type { Role } from '#contract/call.ts'
import type { SetupCode } from '../http/context.ts'

/** What the settings demand of staff before they can use the portal. */
export type SetupRules = { adminsNeedSecondFactor: boolean; staffNeedOwnPassword: boolean }

/** The refusal code of what staff must set up first by these rules; undefined if there is nothing. */
export function requiredSetup(
  { role, has_second_factor, password_is_temporary }: AccountState,
  rules: SetupRules,
): SetupCode | undefined {
  if (role !== 'customer' && rules.staffNeedOwnPassword && password_is_temporary) return 'password_change_required'
  return needsSecondFactor(role, rules) && !has_second_factor ? 'second_factor_missing' : undefined
}

/** Whether these rules require a second factor of accounts with this role. */
export const needsSecondFactor = (role: Role, { adminsNeedSecondFactor }: SetupRules) =>
  role === 'admin' && adminsNeedSecondFactor

type AccountState = { role: Role; has_second_factor: boolean; password_is_temporary: boolean }
