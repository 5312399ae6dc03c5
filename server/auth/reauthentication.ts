import type { Reauthentication } from '#contract/account-security.ts'
import type { Pool } from '../db/transaction.ts'
import { verifyCurrentPassword } from './accounts.ts'
import { requireCode } from './second-factor.ts'
import { tokenHash } from './token-hash.ts'

/** Confirms the password, and the code of a second factor, for a session; throttled like a login. */
export async function reauthenticate(
  db: Pool,
  { id, token, network, now }: { id: string; token: string; network: string; now: Date },
  { current_password, code }: Reauthentication,
) {
  const account = await verifyCurrentPassword(db, { id, network, now }, current_password)
  if (account.has_second_factor) await requireCode(db, account, code, now)
  await db.updateTable('sessions').set({ authenticated_at: now }).where('token_hash', '=', tokenHash(token)).execute()
}
