import { randomBytes } from 'node:crypto'
import type { Role } from '#contract/call.ts'
import type { Database } from '../db/tables.ts'
import type { Pool, Tx } from '../db/transaction.ts'
import { tokenHash } from './token-hash.ts'

/** How long a browser stays known after its last login, in milliseconds; as long as browsers keep its cookie. */
export const DEVICE_LIFETIME = 365 * 24 * 60 * 60 * 1000

/** The largest number of known devices of an account; beyond it, the one with the oldest login is forgotten. */
const MAX_DEVICES = 20

/** The hash of a device's token if it has logged in to this account before. */
export async function knownDevice(
  db: Database,
  { role, username_key }: { role: Role; username_key: string },
  token: string | undefined,
): Promise<Buffer | undefined> {
  if (token === undefined) return undefined
  const token_hash = tokenHash(token)
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.id', 'known_devices.account_id')
    .select('account_id')
    .where('token_hash', '=', token_hash)
    .where('role', '=', role)
    .where('username_key', '=', username_key)
    .executeTakeFirst()
  return found && token_hash
}

/**
 * Makes a device known to an account and returns its token: the given one if it is known to any account, so that one
 * browser can be used for several, else a new one. A token that an attacker has made up is never accepted.
 */
export async function rememberDevice(
  tx: Tx,
  account_id: string,
  given: string | undefined,
  now: Date,
): Promise<string> {
  const devices = tx.selectFrom('known_devices')
  const isKnown =
    given !== undefined &&
    (await devices.select('account_id').where('token_hash', '=', tokenHash(given)).limit(1).executeTakeFirst())
  const token = isKnown ? given : randomBytes(32).toString('base64url')
  await tx
    .insertInto('known_devices')
    .values({ token_hash: tokenHash(token), account_id, last_used_at: now })
    .onConflict(on => on.columns(['token_hash', 'account_id']).doUpdateSet({ last_used_at: now }))
    .execute()
  const surplus = devices.select('token_hash').where('account_id', '=', account_id).orderBy('last_used_at', 'desc')
  await tx
    .deleteFrom('known_devices')
    .where('account_id', '=', account_id)
    .where('token_hash', 'in', surplus.orderBy('token_hash').offset(MAX_DEVICES).forUpdate().skipLocked())
    .execute()
  return token
}

/** Deletes the devices that have not logged in for a year. */
export async function deleteOldDevices(db: Pool, now: Date) {
  const end = new Date(now.getTime() - DEVICE_LIFETIME).toISOString()
  await db.deleteFrom('known_devices').where('last_used_at', '<', end).execute()
}
