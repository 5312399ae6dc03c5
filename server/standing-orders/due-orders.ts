import { sql } from 'kysely'
import type { Kurus } from '#contract/money.ts'
import * as orderCalls from '#contract/orders.ts'
import { createStandingOrder, type Shortage, shortageText } from '#contract/standing-orders.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal, refuse, sentence } from '../http/refusal.ts'
import { placeOrder } from '../orders/orders.ts'
import { type CustomersDays, dayRulesOf } from './day-rules.ts'
import { sendDueReminders } from './due-reminders.ts'
import { coveredItems } from './lines.ts'
import { daysOf } from './lists.ts'
import { notifyMade, notifyNotMade } from './notify.ts'
import { closedMoves, DAYS_AHEAD, type NextDay, pendingDaysOf, plannedDays, type Timing } from './pending-days.ts'
import { closedOrderTimes, plannedEntries } from './postponed-days.ts'
import { storeDay } from './stored-days.ts'

/** `maxOpenValue`: the most that a customer's open orders may be worth, in kuruş. */
type DueOrderOptions = Timing & { maxOpenValue: Kurus | undefined }

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
/** The longest time between two checks of a standing order, in milliseconds. */
const MAX_RECHECK_INTERVAL = HOUR

/**
 * Milliseconds until a standing order is checked again because the delivery days may change; less with a short lead, so
 * that the check is in time.
 */
const recheckInterval = (lead: number) => Math.min(MAX_RECHECK_INTERVAL, lead / 2)

/** Milliseconds until the next check after a failed one: short enough for several attempts before the cut-off. */
const retryInterval = (lead: number) => Math.min(5 * MINUTE, lead / 4)

const BATCH = 100

/** What open screens refetch: the same as after an order and a change of a standing order. */
const INVALIDATED = [...orderCalls.placeOrder.invalidates, ...createStandingOrder.invalidates]

/**
 * Makes the orders that are due (`pendingDays` in `contract/standing-plan.ts` determines when) and sends the reminders,
 * each in a transaction of its own. Several processes may do so concurrently: each skips the standing orders that
 * another one has locked. `onError` is called with the error of one standing order, which is checked again a little
 * later. Once `stopping` is aborted, the rest is left for later.
 */
export async function makeDueOrders(
  pool: Pool,
  options: DueOrderOptions,
  onError: (error: unknown) => void,
  stopping?: AbortSignal,
) {
  const db = pool.invalidating(INVALIDATED)
  for (let most = 1000; most > 0; most -= 1) {
    const due = await db
      .selectFrom('standing_orders')
      .select('id')
      .where('is_paused', '=', false)
      .where(isCheckDue(options.now))
      .orderBy('check_at')
      .limit(BATCH)
      .execute()
    const checked: Outcome[] = []
    for (const { id } of due) {
      if (stopping?.aborted) return
      const outcome = check(db, id, options).catch(async (error: unknown): Promise<Outcome> => {
        onError(error)
        await postpone(db, id, options)
        return 'settled'
      })
      checked.push(await outcome)
    }
    const isLast = due.length < BATCH || !checked.includes('settled')
    if (isLast && !checked.includes('more')) return
  }
}

/** No check is scheduled as far ahead as this: such a time is from a clock that was ahead and has been set back. */
function isCheckDue(now: Date) {
  const beyond = new Date(now.getTime() + 2 * MAX_RECHECK_INTERVAL)
  return sql<boolean>`(check_at <= ${now}::timestamptz or check_at > ${beyond}::timestamptz)`
}

/** Postpones the next check of a standing order after an error, so that others come first. */
async function postpone(db: Pool, id: string, { now, lead }: Timing) {
  const check_at = new Date(now.getTime() + retryInterval(lead))
  await db.updateTable('standing_orders').set({ check_at }).where('id', '=', id).execute()
}

/**
 * `more`: more of a standing order may be due now; `settled`: nothing is; `passed over`: it was not due any more, or
 * another process had locked it.
 */
type Outcome = 'more' | 'settled' | 'passed over'

/** Makes the next order of a standing order, or reports that it has none, if it is due; else sends a due reminder. */
async function check(db: Pool, id: string, options: DueOrderOptions): Promise<Outcome> {
  let refused: { refusal: Refusal; due_on: string } | undefined
  const made = await inTransaction(db, async (tx): Promise<Outcome> => {
    const due = await lockDue(tx, id, options)
    if (!due) return 'passed over'
    const { standing, planned, rules } = due
    const [closed] = closedMoves(standing, rules, options)
    if (closed) {
      await storeFailure(tx, standing, closed, 'Seçilen gün sonradan kapatıldı', options.now)
      return 'more'
    }
    const [next] = planned
    if (next && next.ordered_at <= options.now) {
      try {
        await makeOrder(tx, { standing, next, rules }, options)
      } catch (error) {
        if (error instanceof Refusal) refused = { refusal: error, due_on: next.due_on }
        throw error
      }
      return 'more'
    }
    await remindAndScheduleCheck(tx, due, options)
    return 'settled'
  }).catch((error: unknown) => {
    if (refused) return undefined
    throw error
  })
  if (made) return made
  return refused ? recordFailure(db, id, options, refused) : 'passed over'
}

/** Records in a transaction of its own that no order could be made, and notifies of it. */
function recordFailure(
  db: Pool,
  id: string,
  options: DueOrderOptions,
  refused: { refusal: Refusal; due_on: string },
): Promise<Outcome> {
  return inTransaction(db, async tx => {
    const due = await lockDue(tx, id, options)
    const next = due?.planned[0]
    if (!due || next?.due_on !== refused.due_on) return 'passed over'
    await storeFailure(tx, due.standing, next, reasonOf(refused.refusal), options.now)
    return 'more'
  })
}

async function storeFailure(
  tx: Tx,
  standing: DueOrder,
  { due_on, day }: { due_on: string; day: string },
  failure: string,
  now: Date,
) {
  await storeDay(tx, standing.id, due_on, { made_at: now, day, failure })
  await notifyNotMade(tx, actorOf(standing), standing, { day, failure }, now)
}

/** The reason as it is stored: the customer, its marketer and admins read it, but a refusal addresses the customer. */
const reasonOf = ({ code, message }: Refusal) => (code === 'customer_passive' ? sentence(code) : message)

type DueOrder = Awaited<ReturnType<typeof read>>

/**
 * Locks a standing order that is due, its customer first, and finds the days that are not done, and those of them whose
 * orders are planned. Undefined if it is not due or another transaction holds one of the locks.
 */
async function lockDue(tx: Tx, id: string, options: DueOrderOptions) {
  const customer = await tx
    .selectFrom('customers')
    .innerJoin('standing_orders', 'customer_id', 'customers.id')
    .select('customers.id')
    .where('standing_orders.id', '=', id)
    .forKeyShare('customers')
    .skipLocked()
    .executeTakeFirst()
  const locked = customer && (await lock(tx, id, options.now))
  if (!locked) return
  const standing = await read(tx, id)
  const rules = (await dayRulesOf(tx, [standing.customer_id], options.now))(standing.customer_id)
  const pending = pendingDaysOf(standing, rules, options, DAYS_AHEAD)
  return { standing, rules, pending, planned: plannedDays(pending) }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockDue>>>

const lock = (tx: Tx, id: string, now: Date) =>
  tx
    .selectFrom('standing_orders')
    .select('id')
    .where('id', '=', id)
    .where('is_paused', '=', false)
    .where(isCheckDue(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

function read(tx: Tx, id: string) {
  return tx
    .selectFrom('standing_orders')
    .innerJoin('accounts', 'accounts.id', 'customer_id')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .selectAll('standing_orders')
    .select(['accounts.name as user_company', 'accounts.is_active', 'assigned_marketer_id'])
    .select(daysOf(sql`standing_orders.id`).as('days'))
    .where('standing_orders.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Whether no order for a day can be made any more. A route's cut-off is checked when the order is placed. */
const isTooLate = (day: string, { hasRoute, cutoffOf }: CustomersDays, now: Date) =>
  day < istanbulDay(now) || (!hasRoute && cutoffOf(day) < now)

type Due = { standing: DueOrder; next: NextDay; rules: CustomersDays }

/** The customer, in whose name orders are made. */
const actorOf = ({ customer_id: id, user_company: name }: DueOrder): Actor => ({
  id,
  role: 'customer',
  name,
  is_active: true,
})

/** Makes the order of a day in the customer's name, with the quantities that the stock covers. */
async function makeOrder(tx: Tx, { standing, next, rules }: Due, { now, maxOpenValue }: DueOrderOptions) {
  if (isTooLate(next.day, rules, now)) refuse('standing_order_missed')
  const { items, shortages } = await coveredItems(tx, standing, { ...next, today: istanbulDay(now) })
  if (items.length === 0) {
    const isAllSoldOut = shortages.every(({ why }) => why === 'out_of_stock')
    refuse('standing_order_without_goods', isAllSoldOut ? undefined : reasonOfShortages(shortages))
  }
  const { id, customer_id, notes } = standing
  const delivery_date = rules.hasRoute ? next.day : null
  const order = await placeOrder(tx, actorOf(standing), customer_id, { items, notes, delivery_date }, now, {
    maxOpenValue,
    standing: { name: standing.name, shortages },
  })
  await notifyMade(tx, standing, order, shortages, now)
  await storeDay(tx, id, next.due_on, {
    made_at: now,
    day: next.day,
    order_id: order.id,
    shortages: JSON.stringify(shortages),
  })
}

const MAX_SHORTAGES = 10

/** The first shortages in one sentence, as bells, mails and the past day show it, and how many more there are. */
function reasonOfShortages(shortages: readonly Shortage[]): string {
  const more = shortages.length - MAX_SHORTAGES
  const shown = shortages.slice(0, MAX_SHORTAGES).map(shortageText).join('; ')
  return more > 0 ? `${shown} ve ${more} ürün daha` : shown
}

/** Reminds of the next order if it is time, and stores what is planned, and the time of this check and the next one. */
async function remindAndScheduleCheck(
  tx: Tx,
  { standing, rules, pending, planned }: Locked,
  { now, lead }: DueOrderOptions,
) {
  const reminder = await sendDueReminders(tx, standing, planned, { now, lead })
  // Postponed days that are opened from then on keep their later days, see `withPostponed`.
  const closed = closedOrderTimes(pending, rules, lead).filter(time => time > now.getTime())
  const times = [now.getTime() + recheckInterval(lead), planned[0]?.ordered_at.getTime(), reminder, ...closed]
  await tx
    .updateTable('standing_orders')
    .set({
      check_at: new Date(Math.min(...times.filter(time => time !== undefined))),
      checked_at: now,
      planned_days: plannedEntries(pending),
    })
    .where('id', '=', standing.id)
    .execute()
}
