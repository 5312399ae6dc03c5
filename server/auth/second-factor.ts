import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES } from '#contract/account-security.ts'
import type { Role } from '#contract/call.ts'
import { type By, record } from '../audit/audit.ts'
import { latestTime } from '../db/latest-time.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import type { Actor, Origin } from '../http/context.ts'
import { refuse, refuseUntil } from '../http/refusal.ts'
import { readableCode } from './passwords.ts'
import { tokenHash } from './token-hash.ts'

/** The period of a code in milliseconds, and how many earlier and later codes are accepted, as clocks differ. */
const PERIOD = 30_000
const DRIFT = 1

/** After this many wrong codes in succession, each further try must wait for `WAIT` milliseconds. */
const MAX_WRONG_CODES = 5
const WAIT = 15 * 60 * 1000

type Owner = { id: string; role: Role; name: string }

/**
 * Creates a secret, valid once a code confirms it; replaces an unconfirmed one. `uri` is the text of the QR code. An
 * account that has a second factor keeps it until then, and is refused with `second_factor_exists` unless the new one
 * `replaces` it.
 */
export async function startSecondFactor(
  db: Pool,
  { id: account_id }: Actor,
  { issuer, replaces }: { issuer: string; replaces: boolean },
) {
  const secret = new Secret({ size: 20 })
  const username = await inTransaction(db, async tx => {
    const account = await lockAccount(tx, account_id)
    if (account.has_second_factor) {
      if (!replaces) refuse('second_factor_exists')
      const replacement = { new_secret: secret.base32 }
      await tx.updateTable('second_factors').set(replacement).where('account_id', '=', account_id).execute()
    } else {
      await deleteFactor(tx, account_id)
      await tx.insertInto('second_factors').values({ account_id, secret: secret.base32 }).execute()
    }
    return account.username
  })
  return { secret: secret.base32, uri: new TOTP({ issuer, label: username, secret }).toString() }
}

/**
 * Turns the second factor on, or moves it to another device, by a first code of the new secret. Ends the user's other
 * sessions and returns new recovery codes.
 */
export async function confirmSecondFactor(
  db: Pool,
  { actor, now, origin }: By & { actor: Actor },
  { code, token }: { code: string; token: string },
): Promise<string[]> {
  return inTransaction(db, async tx => {
    const { has_second_factor } = await lockAccount(tx, actor.id)
    const factor = await tx
      .selectFrom('second_factors')
      .select(['secret', 'new_secret'])
      .where('account_id', '=', actor.id)
      .executeTakeFirst()
    const secret = has_second_factor ? factor?.new_secret : factor?.secret
    if (!secret) return refuse(has_second_factor ? 'second_factor_exists' : 'second_factor_missing')
    const last_step = stepOf(secret, code, now) ?? refuse('wrong_code')
    await tx
      .updateTable('second_factors')
      .set({ secret, new_secret: null, confirmed_at: now, last_step, failures: 0 })
      .where('account_id', '=', actor.id)
      .execute()
    await tx.updateTable('accounts').set({ has_second_factor: true }).where('id', '=', actor.id).execute()
    // The other sessions began without this second factor.
    await tx
      .deleteFrom('sessions')
      .where('account_id', '=', actor.id)
      .where('token_hash', '<>', tokenHash(token))
      .execute()
    const action = has_second_factor ? 'second_factor_replaced' : 'second_factor_added'
    await record(tx, { actor, now, origin }, [{ action, entity: actor.role, entity_id: actor.id }])
    return newRecoveryCodes(tx, actor.id)
  })
}

/** Replaces all recovery codes by new ones, which are returned. */
export async function replaceRecoveryCodes(db: Pool, { actor, ...by }: By & { actor: Actor }): Promise<string[]> {
  return inTransaction(db, async tx => {
    const { has_second_factor } = await lockAccount(tx, actor.id)
    if (!has_second_factor) refuse('second_factor_missing')
    await record(tx, { actor, ...by }, [{ action: 'recovery_codes_replaced', entity: actor.role, entity_id: actor.id }])
    return newRecoveryCodes(tx, actor.id)
  })
}

/** Turns the second factor of an account off; refuses with `second_factor_missing` if it has none. */
export async function removeSecondFactor(db: Pool, by: By, { id, role }: Pick<Owner, 'id' | 'role'>) {
  await inTransaction(db, async tx => {
    const { has_second_factor } = await lockAccount(tx, id)
    if (!has_second_factor) refuse('second_factor_missing')
    await deleteFactor(tx, id)
    await tx.updateTable('accounts').set({ has_second_factor: false }).where('id', '=', id).execute()
    await record(tx, by, [{ action: 'second_factor_removed', entity: role, entity_id: id }])
  })
}

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft(db: Pool, account_id: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return left
}

type When = { now: Date; origin: Origin }

/**
 * Verifies a code of the app or a recovery code, and uses it up. Refuses with `second_factor_required` without one,
 * with `wrong_code`, and with `too_many_tries` after too many wrong codes in succession.
 */
export async function requireCode(db: Pool, owner: Owner, code: string | undefined, { now, origin }: When) {
  if (!code) return refuse('second_factor_required')
  // Refused after the transaction, as the failure is stored in it.
  const outcome = await inTransaction(db, tx => tryCode(tx, owner, code, { now, origin }))
  if (outcome === 'wrong') refuse('wrong_code')
  if (outcome === 'right') return
  refuseUntil('too_many_tries', outcome.blockedUntil, now)
}

async function tryCode(tx: Tx, owner: Owner, code: string, { now, origin }: When) {
  const factors = tx.updateTable('second_factors').where('account_id', '=', owner.id)
  // Locked, so that two requests cannot use the same code.
  const factor = await tx
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', owner.id)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  // The second factor was removed after the caller read the account.
  if (!factor) return 'right'
  // A time in the future is from a clock that was set back later; it would lock the user out until that time.
  const isInFuture = (time: number) => time > Date.parse(latestTime(now))
  const failedAt = Date.parse(factor.failed_at ?? '')
  const blockedUntil = factor.failures >= MAX_WRONG_CODES && !isInFuture(failedAt) ? failedAt + WAIT : 0
  if (blockedUntil > now.getTime()) return { blockedUntil }
  const step = stepOf(factor.secret, code, now)
  // The code of the period after this one may have been used already.
  const lastStep = isInFuture((factor.last_step - DRIFT) * PERIOD) ? 0 : factor.last_step
  if (step !== undefined && step > lastStep) {
    await factors.set({ last_step: step, failures: 0 }).execute()
    return 'right'
  }
  if (await spendRecoveryCode(tx, owner, code, { now, origin })) {
    await factors.set({ failures: 0 }).execute()
    return 'right'
  }
  await factors.set({ failures: factor.failures + 1, failed_at: now }).execute()
  return 'wrong'
}

/** Clears the wrong codes of accounts, so that the next code is checked at once. */
export async function clearWrongCodes(tx: Tx, account_ids: string[]) {
  await tx.updateTable('second_factors').set({ failures: 0 }).where('account_id', 'in', account_ids).execute()
}

/** The number (since 1970) of the period whose code this is; undefined if the code is not accepted. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The library throws for six letters that are not ASCII.
  if (!/^\d+$/.test(code)) return undefined
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD / 1000 })
  const offset = totp.validate({ token: code, timestamp: now.getTime(), window: DRIFT })
  return offset === null ? undefined : Math.floor(now.getTime() / PERIOD) + offset
}

async function spendRecoveryCode(tx: Tx, { id, role, name }: Owner, code: string, when: When): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', id)
    .where('code_hash', '=', hashOf(id, code))
    .returning('account_id')
    .executeTakeFirst()
  const actor = { id, role, name }
  if (used) await record(tx, { actor, ...when }, [{ action: 'recovery_code_used', entity: role, entity_id: id }])
  return used !== undefined
}

/** Stores new codes in place of all old ones. Each has 118 random bits, so that a fast hash is enough. */
async function newRecoveryCodes(tx: Tx, account_id: string): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', account_id).execute()
  const part = () => readableCode(6)
  const codes = Array.from({ length: RECOVERY_CODES }, () => [part(), part(), part(), part()].join('-'))
  const rows = codes.map(code => ({ account_id, code_hash: hashOf(account_id, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

function hashOf(account_id: string, code: string) {
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${account_id} ${letters}`).digest()
}

const lockAccount = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['username', 'has_second_factor'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

async function deleteFactor(tx: Tx, account_id: string) {
  await tx.deleteFrom('second_factors').where('account_id', '=', account_id).execute()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', account_id).execute()
}
