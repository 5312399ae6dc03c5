import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { clockOfCutoff, timeInDative } from '#contract/cutoff-text.ts'
import { cutoffOf, dayWithWeekday, nextDeliveryDays } from '#contract/delivery-days.ts'
import { REVENUE_STATUSES } from '#contract/order-status.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import { repeatedly } from '../db/repeatedly.ts'
import { inTransaction, type Pool, type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import { queueMail } from '../mail/outbox.ts'
import { notify } from '../notifications/notifications.ts'
import { readRoutes } from './delivery-routes.ts'
import { readExceptions } from './exceptions.ts'
import { cutoffReminderLetter } from './letters.ts'
import { dayOfReminders, hasOrdered, isClosing } from './reminder-window.ts'
import { readSettings } from './settings.ts'
import { fullDays } from './terms.ts'

// Customers that usually order on a weekday and have not done so two hours before its cut-off are reminded.

/** A customer usually orders on a weekday if it did so in this many of the last weeks. */
const WEEKS = 8
const USUAL = 4
/** How often a process checks, in milliseconds. */
const INTERVAL = 5 * 60_000

/**
 * Finds the customers for whom the portal itself will order for a day, from their standing orders, or would if they had
 * not skipped the day, or not paused them lately.
 */
type FindServed = (tx: Tx, customers: readonly string[], day: string, now: Date) => Promise<ReadonlySet<string>>
type Context = { db: Pool; clock: () => Date; log: Pick<FastifyBaseLogger, 'error'>; served: FindServed }

/** Reminds customers of cut-offs until stopped. Several processes may do so on one database. */
export const startCutoffReminders = ({ db, clock, log, served }: Context) =>
  repeatedly(() => sendCutoffReminders(db, clock(), served), INTERVAL, log)

/**
 * Reminds, once a day, each active customer whose cut-off is less than two hours ahead, who usually orders on this
 * weekday, and has ordered neither today nor for the day of the cut-off. A customer is not reminded if that day is full
 * or the portal itself will order for it, or would if the customer had not skipped it, or not paused its standing order
 * lately. Weekday and 'today' are those at the beginning of the two hours.
 */
export async function sendCutoffReminders(db: Pool, now: Date, served: FindServed) {
  const today = istanbulDay(now)
  const [settings, routes, exceptions] = [await readSettings(db), await readRoutes(db), await readExceptions(db, today)]
  for (const route of routes) {
    const calendar = { ...settings, route, exceptions }
    const full = await fullDays(db, route, now)
    const day = nextDeliveryDays(calendar, now, { full }).find(one => isClosing(cutoffOf(route, one), now))
    if (!day) continue
    const closing = { route_id: route.id, day, cutoff: cutoffOf(route, day) }
    await inTransaction(db, tx => remindCustomers(tx, closing, now, served))
  }
}

/** A delivery day of a route that will soon take no more orders. */
type ClosingDay = { route_id: string; day: string; cutoff: Date }

async function remindCustomers(tx: Tx, { route_id, day, cutoff }: ClosingDay, now: Date, served: FindServed) {
  const once = `last-call:${dayOfReminders(cutoff)}`
  // So that no other process reminds the same customers at the same time.
  await takeAdvisoryLock(tx, 'cutoff_reminder', route_id)
  const late = await lateCustomers(tx, { route_id, day, cutoff }, once)
  const ordering = await served(tx, late, day, now)
  const customers = late.filter(id => !ordering.has(id))
  const last = clockOfCutoff(cutoff)
  // With dates, as the bell still shows it on later days.
  const title = `Son sipariş saati: ${dayWithWeekday(last.day)} ${last.time}`
  const body = `${dayWithWeekday(day)} teslimatı için ${timeInDative(last.time)} kadar sipariş verebilirsiniz.`
  const notification = { kind: 'order_reminder', title, body, link: '/lists', once, until: cutoff } as const
  await notify(
    tx,
    customers.map(account_id => ({ ...notification, account_id })),
    now,
  )
  for (const customer_id of customers)
    await queueMail(tx, cutoffReminderLetter, { customer_id, title, body, day, until: cutoff.toISOString() }, now)
}

/** The customers of a route that usually order on this weekday, have not ordered, and were not reminded. */
async function lateCustomers(tx: Tx, { route_id, day, cutoff }: ClosingDay, once: string): Promise<string[]> {
  const today = dayOfReminders(cutoff)
  const same = Array.from({ length: WEEKS }, (_, i) => daysLater(today, -7 * (i + 1)))
  const since = startOfIstanbulDay(daysLater(today, -7 * WEEKS))
  const { rows } = await sql<{ customer_id: string }>`
    select placed.customer_id from delivery_customers as placed join accounts on accounts.id = placed.customer_id
    where route_id = ${route_id} and is_active
      and not exists (select from notifications where account_id = placed.customer_id and once = ${once})
      and not ${hasOrdered(sql`placed.customer_id`, { day, cutoff })}
      and (
        select count(distinct istanbul_day(orders.created_at)) from orders
        where orders.customer_id = placed.customer_id and status = any(${REVENUE_STATUSES})
          and orders.created_at >= ${since}
          and istanbul_day(orders.created_at) = any(${same}::date[])
      ) >= ${USUAL}`.execute(tx)
  return rows.map(row => row.customer_id)
}
