import type { Reauthentication } from '#contract/account-security.ts'
import type { Pool } from '../db/transaction.ts'
import type { Origin } from '../http/context.ts'
import { type ConfirmingSession, verifyCurrentPassword } from './current-password.ts'
import { requireCode } from './second-factor.ts'
import { tokenHash } from './token-hash.ts'

/** Confirms the password, and the code of a second factor, for a session; throttled like a login. */
export async function reauthenticate(
  db: Pool,
  session: ConfirmingSession & { token: string; origin: Origin },
  { current_password, code }: Reauthentication,
) {
  const { token, now, origin } = session
  const account = await verifyCurrentPassword(db, session, current_password)
  if (account.has_second_factor) await requireCode(db, account, code, { now, origin })
  await db.updateTable('sessions').set({ authenticated_at: now }).where('token_hash', '=', tokenHash(token)).execute()
}
