import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { Database } from '../db/tables.ts'
import { later, type Pool, statementOf, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refreshScreens } from './live.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long read notifications are retained, in milliseconds. */
const RETENTION = 90 * DAY
/** How long an admin's notifications of new orders are, read or not: every order is one, and they are in the list. */
const RETENTION_OF_NEW_ORDERS = 7 * DAY

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
}

/** Stores notifications and refreshes the recipients' open screens. */
export async function notify(tx: Tx, notifications: NewNotification[], now: Date) {
  if (notifications.length === 0) return
  const rows = notifications.map(({ once = null, ...one }) => ({ ...one, once, id: randomUUID(), created_at: now }))
  for (let i = 0; i < rows.length; i += BATCH_SIZE)
    await later(tx, statementOf(INSERT, [JSON.stringify(rows.slice(i, i + BATCH_SIZE))]))
  const accounts = [...new Set(notifications.map(one => one.account_id))]
  refreshScreens(tx, { accounts, topic: 'notifications' })
}

const INSERT = `
  insert into notifications select * from jsonb_populate_recordset(null::notifications, $1::jsonb)
  on conflict on constraint notifications_once do nothing`

/** Stores a notification for every active admin but the actor, and refreshes the admins' open screens. */
export async function notifyAdmins(
  tx: Tx,
  actor: Actor,
  { kind, title, body, link, customer_id }: Omit<NewNotification, 'account_id' | 'once'>,
  now: Date,
) {
  const values = [kind, title, body, link, customer_id ?? null, now, actor.id]
  await later(tx, statementOf(INSERT_FOR_ADMINS, values))
  refreshScreens(tx, { roles: ['admin'], topic: 'notifications' })
}

// Reads the recipients itself, so that an order needs no round trip for them.
const INSERT_FOR_ADMINS = `
  insert into notifications (id, account_id, kind, title, body, link, customer_id, created_at)
  select gen_random_uuid(), id, $1, $2, $3, $4, $5::uuid, $6 from accounts
  where role = 'admin' and is_active and id <> $7::uuid`

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
  const received = db.selectFrom('notifications').where('account_id', '=', actor.id)
  if (actor.role !== 'marketer') return received
  const own = db.selectFrom('customers').select('customers.id').where('assigned_marketer_id', '=', actor.id)
  return received.where(eb => eb.or([eb('customer_id', 'is', null), eb('customer_id', 'in', own)]))
}

/** Marks the actor's own notifications as read, those given or all; returns the number of unread ones. */
export async function markRead(tx: Tx, actor: Actor, ids: string[] | undefined, now: Date) {
  let unread = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', actor.id)
    .where('read_at', 'is', null)
  if (ids) unread = unread.where('id', '=', sql<string>`any(${ids}::uuid[])`)
  const { numUpdatedRows } = await unread.executeTakeFirst()
  // The same user's other screens update their unread count.
  if (numUpdatedRows) refreshScreens(tx, { accounts: [actor.id], topic: 'notifications' })
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

/** Deletes notifications older than the retention period: read ones, and those of new orders to admins. */
export async function deleteOldNotifications(db: Pool, now: Date) {
  const start = new Date(now.getTime() - RETENTION).toISOString()
  await db.deleteFrom('notifications').where('created_at', '<', start).where('read_at', 'is not', null).execute()
  const startOfNewOrders = new Date(now.getTime() - RETENTION_OF_NEW_ORDERS).toISOString()
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', startOfNewOrders)
    .where('kind', '=', 'order_received')
    .where('account_id', 'in', db.selectFrom('accounts').select('id').where('role', '=', 'admin'))
    .execute()
}
