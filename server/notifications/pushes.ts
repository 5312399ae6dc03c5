import type { Selectable } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { pushLink } from '#contract/push-links.ts'
import { isExpired } from '../auth/sessions.ts'
import type { Tables } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { createClaim, type Outbox } from '../outbox/outbox.ts'
import { nextAttempt } from '../outbox/retries.ts'
import type { PushMessage, Target } from '../push/transport.ts'

/** The outbox of pushes. `notify` queues them; one that was sent or given up is deleted. */
export const PUSHES: Outbox = {
  table: 'pushes',
  update: 'update pushes',
  waiting: 'true',
  columns: 'notification_id, subscription_id, expires_at',
  recordSent: 'delete from pushes where id = $3::uuid and $1::timestamptz is not null',
}

export type Push = Pick<
  Selectable<Tables['pushes']>,
  'id' | 'notification_id' | 'subscription_id' | 'expires_at' | 'tries'
> & { claimed_until: string }

export type SentPush = Pick<Push, 'id'>

const claim = createClaim<Push>(PUSHES)

/** Claims the push that has been due the longest, and records one that was sent. */
export const claimDuePush = (db: Pool, now: Date, sent?: SentPush, sending: readonly string[] = []) =>
  claim(db, now, { sent: sent?.id, sending })

/** The most characters of a push, which may have 4,096 bytes. */
const MAX_TITLE = 150
const MAX_BODY = 400

/**
 * Kinds of notifications that must arrive immediately to be of use. For customers, those of a new order are about one
 * that a marketer or an admin has placed in their name, which they can only object to before the goods are prepared.
 */
const URGENT: readonly string[] = [
  'order_received',
  'quote_accepted',
  'order_reminder',
  'recall',
] satisfies NotificationKind[]

/**
 * The target and the message of a push. Undefined if it is obsolete: the browser's session is over, the notification
 * was read or has expired, or its customer has been assigned to another marketer.
 */
export async function writePush(
  db: Pool,
  { notification_id, subscription_id, expires_at }: Push,
  now: Date,
): Promise<{ target: Target; message: PushMessage } | undefined> {
  const found = await db
    .selectFrom('notifications')
    .innerJoin('push_subscriptions', 'push_subscriptions.account_id', 'notifications.account_id')
    .innerJoin('sessions', 'token_hash', 'session_hash')
    .innerJoin('accounts', 'accounts.id', 'notifications.account_id')
    .leftJoin('customers', 'customers.id', 'notifications.customer_id')
    .select(['endpoint', 'p256dh', 'auth', 'kind', 'title', 'body', 'link', 'in_bell', 'read_at', 'role'])
    .select(['notifications.account_id', 'customer_id', 'assigned_marketer_id', 'is_active'])
    .select(['sessions.created_at as started', 'last_used_at'])
    .where('notifications.id', '=', notification_id)
    .where('push_subscriptions.id', '=', subscription_id)
    .executeTakeFirst()
  if (!found || !isWanted(found, now)) return undefined
  const ttl = Math.floor((Date.parse(expires_at) - now.getTime()) / 1000)
  if (ttl <= 0) return undefined
  const { endpoint, p256dh, auth, kind } = found
  const link = pushLink({ ...found, id: notification_id })
  const title = shortened(found.title, MAX_TITLE)
  const body = shortened(found.body, MAX_BODY)
  return {
    target: { endpoint, p256dh, auth },
    message: {
      payload: JSON.stringify({ id: notification_id, title, body, link }),
      topic: notification_id.replaceAll('-', ''),
      ttl,
      urgency: URGENT.includes(kind) ? 'high' : 'normal',
    },
  }
}

type Found = {
  role: Role
  started: string
  last_used_at: string
  is_active: boolean
  in_bell: boolean
  read_at: string | null
  account_id: string
  customer_id: string | null
  assigned_marketer_id: string | null
}

function isWanted({ role, started, last_used_at, ...found }: Found, now: Date): boolean {
  if (role !== 'customer' && !found.is_active) return false
  if (isExpired(role, { started: Date.parse(started), lastUsed: Date.parse(last_used_at) }, now)) return false
  if (found.in_bell && found.read_at !== null) return false
  const isOfOwnCustomer = found.customer_id === null || found.assigned_marketer_id === found.account_id
  return role !== 'marketer' || isOfOwnCustomer
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** Records that a push service has accepted the push. */
export async function recordPushSent(db: Pool, { id }: SentPush) {
  await db.deleteFrom('pushes').where('id', '=', id).execute()
}

/**
 * Records why a push could not be sent. It is retried until it expires, but not before `retryAfter` milliseconds have
 * passed. If another process has claimed it since, this changes nothing.
 */
export async function recordPushFailure(
  db: Pool,
  { id, tries, claimed_until, expires_at }: Push,
  { why, isFinal, retryAfter }: { why: string; isFinal: boolean; retryAfter: number },
  now: Date,
): Promise<'gave up' | 'will try again'> {
  const next_at = new Date(Math.max(nextAttempt(tries, now).getTime(), now.getTime() + retryAfter))
  if (isFinal || next_at.getTime() >= Date.parse(expires_at)) {
    await db.deleteFrom('pushes').where('id', '=', id).where('claimed_until', '=', claimed_until).execute()
    return 'gave up'
  }
  await db
    .updateTable('pushes')
    .set({ last_error: why.slice(0, 500), claimed_until: null, next_at })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('claimed_until', '=', claimed_until)
    .execute()
  return 'will try again'
}

/** Deletes expired pushes. A sender drops them as well, but a portal with `WEB_PUSH=off` has none. */
export async function deleteExpiredPushes(db: Pool, now: Date) {
  await db.deleteFrom('pushes').where('expires_at', '<=', now.toISOString()).execute()
}

/**
 * Deletes a subscription that its push service no longer knows, and its queued pushes. If the browser has replaced it
 * since, its queued pushes stay and are sent to the new one.
 */
export async function forgetSubscription(db: Pool, { subscription_id }: Push, { endpoint }: Target) {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', subscription_id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (numDeletedRows) await db.deleteFrom('pushes').where('subscription_id', '=', subscription_id).execute()
}
