import type { Role } from '#contract/call.ts'
import { MIN_PASSWORD } from '#contract/fields.ts'

/** The hint below the field of a role's new password. */
export const passwordHint = (role: Role) => `En az ${MIN_PASSWORD[role]} karakter`
