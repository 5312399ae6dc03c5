import { Secret, TOTP } from 'otpauth'
import type { Pool } from '../db/transaction.ts'
import type { Account } from './callers.ts'

/** The secret of every second factor in tests, in Base32. */
const TEST_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** The code of an authenticator app with this secret at an instant. */
export const codeAt = (now: Date, secret = TEST_SECRET) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

/** Gives an account the test's second factor, confirmed or to be confirmed, in place of any other one. */
export async function giveSecondFactor(db: Pool, { username, actor }: Account, confirmed_at: Date | null) {
  const { id } = await db
    .updateTable('accounts')
    .set({ has_second_factor: confirmed_at !== null })
    .where('role', '=', actor.role)
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('second_factors').where('account_id', '=', id).execute()
  await db.insertInto('second_factors').values({ account_id: id, secret: TEST_SECRET, confirmed_at }).execute()
}
