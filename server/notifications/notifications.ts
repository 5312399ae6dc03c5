import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isOnByDefault, TOPIC_OF, type Topic } from '#contract/notification-settings.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { Database } from '../db/tables.ts'
import { type Pool, queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refreshScreens, refreshTopics } from './live.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long read notifications are retained, and unread ones, in milliseconds. */
const RETENTION = 90 * DAY
const RETENTION_OF_UNREAD = 365 * DAY
/**
 * The same for an admin's notifications of new orders, also unread ones: there is one for every order, and the list of
 * orders also shows them.
 */
const RETENTION_OF_ORDERS = 7 * DAY

/** Rows per insert: thousands of orders may wait for one delivery. */
const BATCH_SIZE = 1000

export type NewNotification = {
  account_id: string
  kind: NotificationKind
  title: string
  body: string
  link: string
  /**
   * The customer that it is about, for notifications of staff: they are deleted with the customer, and a marketer sees
   * them as long as the customer is assigned to that marketer.
   */
  customer_id?: string
  /** A deduplication key: a second notification with the same key is ignored. */
  once?: string
  /** Whether it is shown in the bell even if its topic is turned off there, as the recipient has asked for it. */
  is_requested?: true
  /** When it is no longer worth a push; a day after the event unless given. */
  until?: Date
}

/**
 * Notifies those of the accounts that still exist through the channels that they have chosen: stores the notifications,
 * queues a push for each of the recipients' browsers, and refreshes their open screens. Call it in the transaction of
 * the event.
 */
export async function notify(tx: Tx, notifications: NewNotification[], now: Date) {
  if (notifications.length === 0) return
  const rows = notifications.map(one => {
    const topic = TOPIC_OF[one.kind]
    return {
      ...one,
      id: randomUUID(),
      topic,
      created_at: now,
      default_bell: bellOf(topic),
      default_push: pushOf(topic),
    }
  })
  for (let i = 0; i < rows.length; i += BATCH_SIZE)
    await queueStatement(tx, statementOf(NOTIFY, [JSON.stringify(rows.slice(i, i + BATCH_SIZE))]))
  const accounts = [...new Set(notifications.map(one => one.account_id))]
  refreshTopics(tx, ['notifications'], { accounts })
}

const bellOf = (topic: Topic | null) => isOnByDefault(topic, 'bell')
const pushOf = (topic: Topic | null) => isOnByDefault(topic, 'push')

// One that is not shown in the bell counts as read; with neither push nor deduplication key it is not stored at all.
const STORE = `
  stored as (
    insert into notifications
      (id, account_id, created_at, kind, title, body, link, customer_id, once, in_bell, read_at)
    select id, account_id, created_at, kind, title, body, link, customer_id, once, bell,
      case when not bell then created_at end
    from wanted where bell or push or once is not null
    on conflict on constraint notifications_once do nothing
    returning id
  )
  insert into pushes (id, notification_id, subscription_id, created_at, next_at, expires_at)
  select gen_random_uuid(), wanted.id, push_subscriptions.id, wanted.created_at, wanted.created_at,
    coalesce(until, wanted.created_at + interval '1 day')
  from stored join wanted using (id) join push_subscriptions using (account_id)
  where push`

// Waits for a concurrent deletion of an account, as the check of the foreign key would, but then leaves the account out
// instead of failing.
const NOTIFY = `
  with wanted as (
    select given.*, coalesce(is_requested, bell, default_bell) as bell, coalesce(push, default_push) as push
    from jsonb_to_recordset($1::jsonb) as given(
      id uuid, account_id uuid, created_at timestamptz, kind text, topic text, title text, body text, link text,
      customer_id uuid, once text, until timestamptz, is_requested boolean, default_bell boolean, default_push boolean
    )
    join accounts on accounts.id = account_id
    left join notification_preferences using (account_id, topic)
    for key share of accounts
  ), ${STORE}`

/** Removes the `once` of notifications that were created at this time, so that they can be sent again. */
export async function allowAgain(tx: Tx, keys: readonly { account_id: string; once: string }[], created_at: string) {
  if (keys.length === 0) return
  await sql`
    update notifications set once = null
    from unnest(${keys.map(key => key.account_id)}::uuid[], ${keys.map(key => key.once)}::text[]) as key (account_id, once)
    where notifications.account_id = key.account_id and notifications.once = key.once
      and created_at = ${created_at}`.execute(tx)
}

/** Notifies every active admin but the actor, as `notify` does, and refreshes the admins' open screens. */
export async function notifyAdmins(
  tx: Tx,
  actor: Actor,
  { kind, title, body, link, customer_id }: Omit<NewNotification, 'account_id' | 'once' | 'until' | 'is_requested'>,
  now: Date,
) {
  const topic = TOPIC_OF[kind]
  const values = [kind, title, body, link, customer_id ?? null, now, actor.id, topic, bellOf(topic), pushOf(topic)]
  await queueStatement(tx, statementOf(NOTIFY_ADMINS, values))
  refreshTopics(tx, ['notifications'], { roles: ['admin'] })
}

// Reads the recipients itself, so that an order needs no round trip for them.
const NOTIFY_ADMINS = `
  with wanted as (
    select gen_random_uuid() as id, accounts.id as account_id, $6::timestamptz as created_at, $1::text as kind,
      $2::text as title, $3::text as body, $4::text as link, $5::uuid as customer_id, null::text as once,
      null::timestamptz as until, coalesce(bell, $9::boolean) as bell, coalesce(push, $10::boolean) as push
    from accounts left join notification_preferences on account_id = accounts.id and topic = $8
    where role = 'admin' and is_active and accounts.id <> $7::uuid
  ), ${STORE}`

/** The actor's notifications, newest first. */
export function listNotifications(db: Database, actor: Actor): List<Notification> {
  const own = shownTo(db, actor).select(['id', 'created_at', 'kind', 'title', 'body', 'link', 'read_at'])
  return keyedList(own, {
    direction: 'desc',
    key: [
      { ref: 'created_at', kind: 'instant', of: row => row.created_at },
      { ref: 'id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

export async function countUnread(db: Database, actor: Actor) {
  const { count } = await shownTo(db, actor)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count }
}

function shownTo(db: Database, actor: Actor) {
  const received = db.selectFrom('notifications').where('account_id', '=', actor.id).where('in_bell', '=', true)
  if (actor.role !== 'marketer') return received
  const own = db.selectFrom('customers').select('customers.id').where('assigned_marketer_id', '=', actor.id)
  return received.where(eb => eb.or([eb('customer_id', 'is', null), eb('customer_id', 'in', own)]))
}

/**
 * Marks the actor's own notifications as read: those with the given ids and those until an instant, or all without
 * both. Returns how many are unread.
 */
export async function markRead(tx: Tx, actor: Actor, { ids, until }: { ids?: string[]; until?: string }, now: Date) {
  const unread = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', actor.id)
    .where('read_at', 'is', null)
  const given = [
    ...(ids ? [sql<boolean>`id = any(${ids}::uuid[])`] : []),
    ...(until ? [sql<boolean>`created_at <= ${until}`] : []),
  ]
  const { numUpdatedRows } = await (given.length > 0 ? unread.where(eb => eb.or(given)) : unread).executeTakeFirst()
  // The same user's other screens update their unread count.
  if (numUpdatedRows) refreshScreens(tx, { accounts: [actor.id] })
  return countUnread(tx, actor)
}

/** Marks all notifications of all accounts before an instant as read. */
export async function markAllReadBefore(tx: Tx, before: Date) {
  await tx
    .updateTable('notifications')
    .set({ read_at: before })
    .where('created_at', '<', before.toISOString())
    .where('read_at', 'is', null)
    .execute()
}

/** Deletes all notifications about a customer. */
export async function deleteNotificationsAbout(tx: Tx, customer_id: string) {
  await tx.deleteFrom('notifications').where('customer_id', '=', customer_id).execute()
}

/**
 * Deletes read notifications after 90 days, unread ones after a year, and admins’ notifications of orders, read or not,
 * after 7 days.
 */
export async function deleteOldNotifications(db: Pool, now: Date) {
  const olderThan = (age: number) =>
    db.deleteFrom('notifications').where('created_at', '<', new Date(now.getTime() - age).toISOString())
  await olderThan(RETENTION).where('read_at', 'is not', null).execute()
  await olderThan(RETENTION_OF_UNREAD).execute()
  await olderThan(RETENTION_OF_ORDERS)
    .where('kind', 'in', ['order_received', 'quote_accepted', 'order_status', 'order_revised'])
    .where('account_id', 'in', db.selectFrom('accounts').select('id').where('role', '=', 'admin'))
    .execute()
}
