import type { Pool } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'
import { isPassword } from './passwords.ts'
import { checkPasswordThrottled } from './throttle.ts'
import { tokenHash } from './token-hash.ts'

/** The session of an account, by its token, from which its user confirms the password. */
export type ConfirmingSession = { id: string; token: string | undefined; network: string; now: Date }

/**
 * Returns the account if the password is right, else refuses with `wrong_password`. Throttled like a login of a known
 * browser: each session has its own attempts, so that an attacker with a stolen one cannot guess the password, and
 * others' wrong logins do not lock out a user who is logged in.
 */
export async function verifyCurrentPassword(
  db: Pool,
  { id, token = '', network, now }: ConfirmingSession,
  current_password: string,
) {
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const attempt = { ...account, network, device: tokenHash(token) }
  const isRight = await checkPasswordThrottled(db, attempt, now, async () =>
    (await isPassword(current_password, account.password_hash)) ? true : undefined,
  )
  if (!isRight) refuseField('wrong_password', 'current_password')
  return account
}
