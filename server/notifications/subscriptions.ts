import { randomUUID } from 'node:crypto'
import { MAX_SUBSCRIPTIONS, type NewPushSubscription, type PushDevice } from '#contract/notification-settings.ts'
import { isExpired } from '../auth/sessions.ts'
import { tokenHash } from '../auth/token-hash.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, takeAdvisoryLock } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { isAllowedEndpoint, type PushNetwork } from '../push/endpoint.ts'

/** The browsers of the actor that receive pushes: the one of this token's session first, then the newest. */
export async function listDevices(
  db: Database,
  { id, role }: Actor,
  { token, now }: { token: string; now: Date },
): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'token_hash', 'session_hash')
    .select(['push_subscriptions.id', 'device', 'push_subscriptions.created_at'])
    .select(['sessions.created_at as started', 'last_used_at'])
    .select(eb => eb('token_hash', '=', tokenHash(token)).as('is_current'))
    .where('push_subscriptions.account_id', '=', id)
    .orderBy('is_current', 'desc')
    .orderBy('push_subscriptions.created_at', 'desc')
    .execute()
  return rows.flatMap(({ is_current, started, last_used_at, ...device }) => {
    const times = { started: Date.parse(started), lastUsed: Date.parse(last_used_at) }
    return isExpired(role, times, now) ? [] : [{ ...device, is_current: Boolean(is_current) }]
  })
}

type Subscribing = { token: string; now: Date; network: PushNetwork }

/**
 * Sends the actor's pushes to the browser of this token's session, until the session ends. A browser that another
 * session had subscribed with belongs to this one from now on.
 */
export async function subscribe(
  db: Database,
  { id }: Actor,
  { endpoint, keys: { p256dh, auth } }: NewPushSubscription,
  { token, now, network }: Subscribing,
) {
  if (!isAllowedEndpoint(endpoint, network)) {
    const message = 'Tarayıcının bildirim adresi kabul edilmiyor'
    throw new Refusal('invalid_input', message, [{ field: 'endpoint', message }])
  }
  const session_hash = tokenHash(token)
  await inTransaction(db, async tx => {
    // A session and an endpoint have one subscription each, even if concurrent requests change either of them.
    await takeAdvisoryLock(tx, 'push_subscriptions')
    const session = tx.selectFrom('sessions').select('account_id').where('token_hash', '=', session_hash)
    if (!(await session.forKeyShare().executeTakeFirst())) refuse('session_ended')
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('session_hash', '<>', session_hash)
      .execute()
    await tx
      .insertInto('push_subscriptions')
      .values({ id: randomUUID(), account_id: id, session_hash, endpoint, p256dh, auth, created_at: now })
      .onConflict(on => on.column('session_hash').doUpdateSet({ endpoint, p256dh, auth }))
      .execute()
    const oldest = tx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('account_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .offset(MAX_SUBSCRIPTIONS)
    await tx
      .deleteFrom('push_subscriptions')
      .where('id', 'in', oldest)
      .where('session_hash', '<>', session_hash)
      .execute()
  })
}

/** Sends no more pushes to this browser of the actor. Refuses with `not_found` if the actor has no such browser. */
export async function unsubscribe(db: Database, actor: Actor, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('account_id', '=', actor.id)
    .executeTakeFirst()
  if (!numDeletedRows) refuse('not_found')
}
