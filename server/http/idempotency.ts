import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { type Database, inTransaction } from '../db/tables.ts'
import type { House } from './house.ts'
import { refuse } from './refusal.ts'
import { Written } from './written.ts'

const KEPT_FOR = 24 * 60 * 60 * 1000

/** What is done in the transaction of a request's key, and answers; or an answer where nothing is to be done. */
export type Work = ((db: Database) => Promise<unknown>) | Written

/** What the work answers, as it is sent. */
export const textOf = async (work: Work, db: Database) =>
  work instanceof Written ? work.text : JSON.stringify(await work(db))

/**
 * Does the work once per `Idempotency-Key` and user, and gives its first answer to every repetition, without what is
 * shown only once. Key, work and answer are one transaction: a crash leaves all or nothing, a refusal leaves no key, and
 * a twin waits at the key's row until the first has finished. What was answered before is not even prepared again.
 */
export async function onceOnly(
  house: House,
  request: FastifyRequest,
  terms: Call,
  brought: unknown,
  status: number,
  prepare: () => Promise<Work>,
): Promise<string> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return textOf(await prepare(), house.db)
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) refuse('invalid_input', 'Idempotency-Key geçersiz')

  return afterTwins(`${request.actor?.id} ${key}`, async () => {
    const first = await answeredBefore(house, request, key, brought)
    if (first !== undefined) return first
    const work = await prepare()
    return work instanceof Written ? work.text : once(house, request, terms, key, brought, status, work)
  })
}

/** The first answer to this request, if it was asked before with the same key and has been answered. */
async function answeredBefore(
  house: House,
  { actor, now, method, url }: FastifyRequest,
  key: string,
  brought: unknown,
): Promise<string | undefined> {
  const kept = await house.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer', 'expires_at'])
    .where('account_id', 'is not distinct from', actor?.id ?? null)
    .where('key', '=', key)
    .executeTakeFirst()
  const isOver = kept?.expires_at && Date.parse(kept.expires_at) <= now.getTime()
  if (!kept?.answer || isOver) return undefined
  const isSame = kept.request_hash.equals(hash(house.secret, `${method} ${url}`, brought))
  return isSame ? kept.answer : undefined
}

const underWay = new Map<string, Promise<unknown>>()

/** Twins in one process stand in line here, so that they do not hold a database connection each while they wait. */
async function afterTwins<T>(name: string, work: () => Promise<T>): Promise<T> {
  for (let twin = underWay.get(name); twin; twin = underWay.get(name)) await twin.catch(() => undefined)
  const mine = work().finally(() => underWay.delete(name))
  underWay.set(name, mine)
  return mine
}

async function once(
  house: House,
  { now, actor, method, url }: FastifyRequest,
  terms: Call,
  key: string,
  brought: unknown,
  status: number,
  work: Exclude<Work, Written>,
): Promise<string> {
  const account_id = actor?.id ?? null
  const request_hash = hash(house.secret, `${method} ${url}`, brought)
  return inTransaction(house.db, async tx => {
    await tx
      .deleteFrom('idempotency_keys')
      .where('account_id', 'is not distinct from', account_id)
      .where('key', '=', key)
      .where('expires_at', '<=', now.toISOString())
      .execute()
    const expires_at = terms.keepsKeyForever ? null : new Date(now.getTime() + KEPT_FOR)
    const first = await tx
      .insertInto('idempotency_keys')
      .values({ account_id, key, request_hash, expires_at })
      .onConflict(on => on.constraint('idempotency_keys_owner').doNothing())
      .executeTakeFirst()
    const mine = tx
      .updateTable('idempotency_keys')
      .where('account_id', 'is not distinct from', account_id)
      .where('key', '=', key)

    if (first.numInsertedOrUpdatedRows === 1n) {
      const answer = await work(tx)
      await mine.set({ status, answer: JSON.stringify(answer, withoutSecrets) }).execute()
      return JSON.stringify(answer)
    }
    const kept = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where('account_id', 'is not distinct from', account_id)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!kept?.request_hash.equals(request_hash) || kept.answer === null) refuse('idempotency_key_reused')
    return kept.answer
  })
}

/** Forgets the keys whose day is over. */
export async function forgetExpiredKeys(db: Database, now: Date) {
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now.toISOString()).execute()
}

/** The portal's own secret, made at the first start. */
export async function portalSecret(db: Database): Promise<Buffer> {
  await db
    .insertInto('portal_secrets')
    .values({ name: 'idempotency', value: randomBytes(32) })
    .onConflict(on => on.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('portal_secrets')
    .select('value')
    .where('name', '=', 'idempotency')
    .executeTakeFirstOrThrow()
  return value
}

/** A generated password is shown once, and kept nowhere. */
const withoutSecrets = (name: string, value: unknown) => (name === 'password' ? null : value)

function hash(secret: Buffer, address: string, brought: unknown) {
  // Not of passwords: they are kept by a slow hash or not at all.
  const known = (name: string, value: unknown) => (name.includes('password') ? undefined : value)
  const body = Buffer.isBuffer(brought) ? brought : JSON.stringify(brought ?? null, known)
  return createHmac('sha256', secret).update(`${address}\n`).update(body).digest()
}
