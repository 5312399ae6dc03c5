import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { expressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type Database, inTransaction, type Tables, type Tx } from '../db/tables.ts'
import type { AppContext } from './context.ts'
import { refuse } from './refusal.ts'
import { SerializedReply } from './serialized-reply.ts'

/** How long a first answer is repeated word for word. */
const KEPT_FOR = 24 * 60 * 60 * 1000

/** What is done in the transaction of a request's key, and answers; or an answer where nothing is to be done. */
export type Work = ((db: Database) => Promise<unknown>) | SerializedReply

/** What the work answers, as it is sent. */
export const textOf = async (work: Work, db: Database) =>
  work instanceof SerializedReply ? work.text : JSON.stringify(await work(db))

type Once = {
  /** What the request carries beside its address: the same key with something else is refused. */
  brought: unknown
  status: number
  prepare: () => Promise<Work>
  /** To prepare takes longer than to look first whether it has been answered. */
  isSlow: boolean
  /** Makes the answer anew from the id of what was made, where the call keeps its keys for ever. */
  recall?: ((db: Database, id: string) => Promise<unknown>) | undefined
}

/**
 * Does the work once per `Idempotency-Key` and user, and gives its first answer to every repetition, without what is
 * shown only once. Key, work and answer are one transaction: a crash leaves all or nothing, a refusal leaves no key, and
 * a twin waits at the key's row until the first has finished. What was answered before is not even prepared again.
 * The answer is kept for a day. What outlives it, of calls that keep their keys for ever, is the id of what was made.
 */
export async function onceOnly(house: AppContext, request: FastifyRequest, terms: Call, once: Once): Promise<string> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return textOf(await once.prepare(), house.db)
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) refuse('invalid_input', 'Idempotency-Key geçersiz')

  const { actor, method, url, now } = request
  const asked: Asked = {
    account_id: actor?.id ?? null,
    key,
    request_hash: hash(house.secret, `${method} ${url}`, once.brought),
    now,
  }
  return afterTwins(`${actor?.id} ${key}`, async () => {
    const first = once.isSlow ? await firstAnswer(house.db, asked, once) : undefined
    if (first !== undefined) return first
    const work = await once.prepare()
    return work instanceof SerializedReply ? work.text : answerFirst(house.db, terms, asked, work, once)
  })
}

type Asked = { account_id: string | null; key: string; request_hash: Buffer; now: Date }

/** The row of this key and user. Not `is not distinct from`, which no index can serve. */
const ofKey = ({ account_id, key }: Asked) => {
  const eb = expressionBuilder<Tables, 'idempotency_keys'>()
  return eb.and([
    account_id === null ? eb('account_id', 'is', null) : eb('account_id', '=', account_id),
    eb('key', '=', key),
  ])
}

/** The answer to this request, if it was asked before with the same key and has been answered. */
async function firstAnswer(db: Database, asked: Asked, { recall }: Once): Promise<string | undefined> {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer', 'result_id', 'expires_at'])
    .where(ofKey(asked))
    .executeTakeFirst()
  if (!kept?.request_hash.equals(asked.request_hash)) return undefined
  const isOver = kept.expires_at !== null && Date.parse(kept.expires_at) <= asked.now.getTime()
  if (kept.answer !== null && !isOver) return kept.answer
  return kept.result_id !== null && recall ? JSON.stringify(await recall(db, kept.result_id)) : undefined
}

const underWay = new Map<string, Promise<unknown>>()

/** Twins in one process stand in line here, so that they do not hold a database connection each while they wait. */
async function afterTwins<T>(name: string, work: () => Promise<T>): Promise<T> {
  for (let twin = underWay.get(name); twin; twin = underWay.get(name)) await twin.catch(() => undefined)
  const mine = work().finally(() => underWay.delete(name))
  underWay.set(name, mine)
  return mine
}

async function answerFirst(
  db: Database,
  terms: Call,
  asked: Asked,
  work: Exclude<Work, SerializedReply>,
  once: Once,
): Promise<string> {
  return inTransaction(db, async tx => {
    if (await takeKey(tx, asked)) {
      const answer = await work(tx)
      const result_id = terms.keepsKeyForever ? Made.parse(answer).id : null
      await tx
        .updateTable('idempotency_keys')
        .set({ status: once.status, answer: JSON.stringify(answer, withoutSecrets), result_id })
        .where(ofKey(asked))
        .execute()
      return JSON.stringify(answer)
    }
    const first = await firstAnswer(tx, asked, once)
    return first ?? refuse('idempotency_key_reused')
  })
}

const Made = z.object({ id: z.uuid() })

/** Takes a key that is free, or free again; waits for whoever is about to take it. */
async function takeKey(tx: Tx, { account_id, key, request_hash, now }: Asked): Promise<boolean> {
  const expires_at = new Date(now.getTime() + KEPT_FOR)
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ account_id, key, request_hash, expires_at })
    .onConflict(on =>
      on
        .constraint('idempotency_keys_owner')
        .doUpdateSet({ request_hash, expires_at, status: null, answer: null })
        .where('idempotency_keys.expires_at', '<=', now.toISOString())
        .where('idempotency_keys.result_id', 'is', null),
    )
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** So many rows are changed by one statement: short enough for those who wait for one of them. */
const AT_ONCE = 1000

/** Forgets the keys whose day is over; of those that are kept for ever only the answer. */
export async function forgetExpiredKeys(db: Database, now: Date) {
  await db
    .deleteFrom('idempotency_keys')
    .where('answer', 'is not', null)
    .where('result_id', 'is', null)
    .where('expires_at', '<=', now.toISOString())
    .execute()
  // Without an end are those that an earlier version has kept whole.
  let changed = AT_ONCE
  while (changed === AT_ONCE) {
    const { numAffectedRows = 0n } = await sql`
      update idempotency_keys
      set result_id = coalesce(result_id, (answer::jsonb ->> 'id')::uuid), answer = null, expires_at = null
      where ctid = any(array(
        select ctid from idempotency_keys
        where answer is not null and (expires_at <= ${now} or expires_at is null)
        limit ${AT_ONCE} for update skip locked
      ))`.execute(db)
    changed = Number(numAffectedRows)
  }
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
