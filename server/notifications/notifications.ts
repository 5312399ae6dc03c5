import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { Database, Tx } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refreshScreens } from './live.ts'

/** Read notifications are kept for so long. */
const REMEMBERED = 90 * 24 * 60 * 60 * 1000

/** A statement holds 65,535 values, and a delivery may be what thousands of orders wait for. */
const AT_ONCE = 1000

export type News = {
  account_id: string
  kind: NotificationKind
  title: string
  body: string
  link: string
  /** Of which customer a marketer is told: it is shown to him as long as he is that customer's marketer. */
  customer_id?: string
  /** Told under this name already, it is not told again. */
  once?: string
}

/** Tells people something: it stands in their list from then on, and their open screens learn of it at once. */
export async function notify(tx: Tx, news: News[], now: Date) {
  if (news.length === 0) return
  const rows = news.map(({ once = null, ...one }) => ({ ...one, once, id: randomUUID(), created_at: now }))
  for (let i = 0; i < rows.length; i += AT_ONCE)
    await tx
      .insertInto('notifications')
      .values(rows.slice(i, i + AT_ONCE))
      .onConflict(on => on.constraint('notifications_once').doNothing())
      .execute()
  const accounts = [...new Set(news.map(one => one.account_id))]
  refreshScreens(tx, { accounts, topic: 'notifications' })
}

/** What somebody was told, newest first. */
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
  const own = db.selectFrom('customers').select('customers.id').where('assigned_marketer_id', '=', actor.id)
  return db
    .selectFrom('notifications')
    .where('account_id', '=', actor.id)
    .where(eb => eb.or([eb('customer_id', 'is', null), eb('customer_id', 'in', own)]))
}

/** Marks one's own notifications as read: those named, or all there are. Others' stay as they are. */
export async function markRead(tx: Tx, actor: Actor, ids: string[] | undefined, now: Date) {
  let unread = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', actor.id)
    .where('read_at', 'is', null)
  if (ids) unread = unread.where('id', '=', sql<string>`any(${ids}::uuid[])`)
  const { numUpdatedRows } = await unread.executeTakeFirst()
  // The same person's other screens count anew.
  if (numUpdatedRows) refreshScreens(tx, { accounts: [actor.id], topic: 'notifications' })
  return countUnread(tx, actor)
}

/** Takes everything told before an instant as read, whoever was told. */
export async function takeAsRead(tx: Tx, before: Date) {
  await tx
    .updateTable('notifications')
    .set({ read_at: before })
    .where('created_at', '<', before.toISOString())
    .where('read_at', 'is', null)
    .execute()
}

/** Forgets what marketers were told of a customer. */
export async function forgetNewsOf(tx: Tx, customer_id: string) {
  await tx.deleteFrom('notifications').where('customer_id', '=', customer_id).execute()
}

/** Forgets what was read long ago. */
export async function forgetOldNotifications(db: Database, now: Date) {
  const start = new Date(now.getTime() - REMEMBERED).toISOString()
  await db.deleteFrom('notifications').where('created_at', '<', start).where('read_at', 'is not', null).execute()
}
