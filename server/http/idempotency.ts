import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { expressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { IdempotencyKey } from '#contract/fields.ts'
import { withoutSecrets } from '#contract/secret.ts'
import { KEY_RETENTION } from '#contract/times.ts'
import type { Database, Tables } from '../db/tables.ts'
import { flush, inTransaction, type Pool, queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import { replays } from '../metrics/metrics.ts'
import type { AppContext } from './context.ts'
import { refuse } from './refusal.ts'
import { SerializedReply } from './serialized-reply.ts'

/** A function that runs in the key's transaction and returns the reply, or the reply if there is nothing to run. */
type Work = ((db: Database) => Promise<unknown>) | SerializedReply

/** The reply of the work as JSON text. */
export const serializedReply = async (work: Work, db: Database) =>
  work instanceof SerializedReply ? work.text : JSON.stringify(await work(db))

type OnceOptions = {
  /** The payload besides the URL: a key that is reused with another payload is refused. */
  payload: unknown
  status: number
  prepare: () => Promise<Work>
  /** Whether `prepare` is so slow that looking up a stored reply first pays off. */
  isSlow: boolean
  /** Rebuilds the reply from the id of the created record, for calls that keep their keys forever. */
  readCreated?: ((db: Database, id: string) => Promise<unknown>) | undefined
}

/**
 * Runs the work once per `Idempotency-Key` and account, and replies to every repetition with the first reply, except
 * for secrets that are shown only once. Key, work and reply are one transaction: a crash leaves all or nothing, a
 * refusal leaves no key, and a concurrent duplicate waits for the key's row until the first has finished. A request
 * that already has a stored reply is not prepared again. Replies are stored for a day; calls that keep their keys
 * forever store the id of the created record beyond it.
 */
export async function runOnce(
  context: Pick<AppContext, 'db' | 'secret'>,
  request: FastifyRequest,
  call: Call,
  once: OnceOptions,
): Promise<string> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return serializedReply(await once.prepare(), context.db)
  if (typeof key !== 'string' || !IdempotencyKey.safeParse(key).success)
    refuse('invalid_input', 'Idempotency-Key geçersiz')

  const { actor, method, url, now } = request
  const keyed: KeyedRequest = {
    account_id: actor?.id ?? null,
    key,
    // Without secrets: they are stored by a slow hash or not at all.
    request_hash: hash(context.secret, `${method} ${url}`, withoutSecrets(call.body, once.payload, undefined)),
    now,
  }
  return afterDuplicates(`${actor?.id} ${key}`, async () => {
    const first = once.isSlow ? await replayed(context.db, keyed, once) : undefined
    if (first !== undefined) return first
    const work = await once.prepare()
    return work instanceof SerializedReply ? work.text : runFirst(context.db, call, keyed, work, once)
  })
}

type KeyedRequest = { account_id: string | null; key: string; request_hash: Buffer; now: Date }

/** Matches the row of this key and account. Not `is not distinct from`, which cannot use an index. */
const matchesKey = ({ account_id, key }: Pick<KeyedRequest, 'account_id' | 'key'>) => {
  const eb = expressionBuilder<Tables, 'idempotency_keys'>()
  return eb.and([
    account_id === null ? eb('account_id', 'is', null) : eb('account_id', '=', account_id),
    eb('key', '=', key),
  ])
}

async function replayed(db: Database, keyed: KeyedRequest, once: OnceOptions): Promise<string | undefined> {
  const reply = await storedReply(db, keyed, once)
  if (reply !== undefined) replays.add()
  return reply
}

/** The stored reply if the same request was completed before with this key. */
async function storedReply(
  db: Database,
  keyed: KeyedRequest,
  { readCreated }: OnceOptions,
): Promise<string | undefined> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer', 'result_id', 'expires_at'])
    .where(matchesKey(keyed))
    .executeTakeFirst()
  if (!stored?.request_hash.equals(keyed.request_hash)) return undefined
  const isExpired = stored.expires_at !== null && Date.parse(stored.expires_at) <= keyed.now.getTime()
  if (stored.answer !== null && !isExpired) return stored.answer
  return stored.result_id !== null && readCreated ? JSON.stringify(await readCreated(db, stored.result_id)) : undefined
}

/**
 * The id of the record that the account created with this key, in a call that keeps its keys forever; `undefined` if
 * there is none. Waits for a request with this key that is in progress, so that its record is not missed.
 */
export async function createdWithKey(db: Database, account_id: string, key: string): Promise<string | undefined> {
  return afterDuplicates(`${account_id} ${key}`, () =>
    inTransaction(db, async tx => {
      // Only an insert waits for another process that is claiming the key.
      const claim = tx.insertInto('idempotency_keys').values({ account_id, key, request_hash: Buffer.alloc(0) })
      const { numInsertedOrUpdatedRows } = await claim.onConflict(on => on.doNothing()).executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) return resultOf(tx, account_id, key)
      await tx.deleteFrom('idempotency_keys').where(matchesKey({ account_id, key })).execute()
      return undefined
    }),
  )
}

async function resultOf(tx: Tx, account_id: string, key: string): Promise<string | undefined> {
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['result_id', 'answer', 'expires_at'])
    .where(matchesKey({ account_id, key }))
    .executeTakeFirst()
  if (!stored || stored.result_id !== null) return stored?.result_id ?? undefined
  // Earlier versions stored the reply of these calls without an expiry, and no id.
  return stored.answer !== null && stored.expires_at === null ? Created.parse(JSON.parse(stored.answer)).id : undefined
}

const inProgress = new Map<string, Promise<unknown>>()

/** Makes duplicates in one process wait here, so that they do not hold a database connection each. */
async function afterDuplicates<T>(name: string, work: () => Promise<T>): Promise<T> {
  for (let first = inProgress.get(name); first; first = inProgress.get(name)) await first.catch(() => undefined)
  const mine = work().finally(() => inProgress.delete(name))
  inProgress.set(name, mine)
  return mine
}

async function runFirst(
  db: Pool,
  call: Call,
  keyed: KeyedRequest,
  work: Exclude<Work, SerializedReply>,
  once: OnceOptions,
): Promise<string> {
  try {
    return await inTransaction(db, async tx => {
      let isClaimed = false
      // The deletion of a customer locks it first and its account, which the key refers to, last. The calls that keep
      // their keys lock the customer without waiting, or lock none (receipts).
      if (!call.keepsKeyForever) await queueStatement(tx, customerLock(keyed))
      await queueStatement(tx, claim(keyed), ({ numAffectedRows }) => {
        if (numAffectedRows !== 1n) throw new KeyTaken()
        isClaimed = true
      })
      // The first statements of these calls wait for no transaction that may wait for the key, so they are sent with
      // the claim.
      if (!call.keepsKeyForever) await flush(tx)
      const reply = await work(tx)
      if (!isClaimed) await flush(tx)
      const text = JSON.stringify(reply)
      const answer = withoutSecrets(call.reply, reply, null)
      const result_id = call.keepsKeyForever ? Created.parse(reply).id : null
      const stored = answer === reply ? text : JSON.stringify(answer)
      await queueStatement(tx, replyStorage(keyed, once.status, stored, result_id))
      return text
    })
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    return (await replayed(db, keyed, once)) ?? refuse('idempotency_key_reused')
  }
}

/** Another request holds the key. */
class KeyTaken extends Error {}

const replyStorage = ({ account_id, key }: KeyedRequest, status: number, answer: string, result_id: string | null) =>
  statementOf(
    `update idempotency_keys set status = $3, answer = $4, result_id = $5
    where ${account_id === null ? '$1::uuid is null and account_id is null' : 'account_id = $1'} and key = $2`,
    [account_id, key, status, answer, result_id],
  )

const Created = z.object({ id: z.uuid() })

const customerLock = ({ account_id }: KeyedRequest) =>
  statementOf('select from customers where id = $1 for key share', [account_id])

/** Claims a key that is free or expired; waits for a concurrent transaction that is claiming it. */
const claim = ({ account_id, key, request_hash, now }: KeyedRequest) =>
  statementOf(CLAIM, [account_id, key, request_hash, new Date(now.getTime() + KEY_RETENTION), now])

const CLAIM = `
  insert into idempotency_keys (account_id, key, request_hash, expires_at) values ($1, $2, $3, $4)
  on conflict on constraint idempotency_keys_owner
    do update set request_hash = $3, expires_at = $4, status = null, answer = null
    where idempotency_keys.expires_at <= $5 and idempotency_keys.result_id is null`

/** Rows per statement: few enough that requests waiting for one of them are not delayed. */
const BATCH_SIZE = 1000

/** Deletes expired keys; of keys that are kept forever only the stored reply. */
export async function deleteExpiredKeys(db: Pool, now: Date) {
  await db
    .deleteFrom('idempotency_keys')
    .where('answer', 'is not', null)
    .where('result_id', 'is', null)
    .where('expires_at', '<=', now.toISOString())
    .execute()
  // Rows without an expiry are from earlier versions, which stored the reply of these calls forever.
  let changed = BATCH_SIZE
  while (changed === BATCH_SIZE) {
    const { numAffectedRows = 0n } = await sql`
      update idempotency_keys
      set result_id = coalesce(result_id, (answer::jsonb ->> 'id')::uuid), answer = null, expires_at = null
      where ctid = any(array(
        select ctid from idempotency_keys
        where answer is not null and (expires_at <= ${now} or expires_at is null)
        limit ${BATCH_SIZE} for update skip locked
      ))`.execute(db)
    changed = Number(numAffectedRows)
  }
}

function hash(secret: Buffer, address: string, payload: unknown) {
  const body = Buffer.isBuffer(payload) ? payload : JSON.stringify(payload ?? null)
  return createHmac('sha256', secret).update(`${address}\n`).update(body).digest()
}
